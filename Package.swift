// swift-tools-version: 6.0
import PackageDescription

// Rooms and directions are described in docs/architecture.md. Arrows point inward: pure targets
// decide, targets at the edge open descriptors, executables only wire. Each C library is imported by
// exactly one target.

let package = Package(
  name: "placed",
  products: [
    // For the fuzz targets, which are a package of their own.
    .library(name: "Detection", targets: ["Detection"]),
    .library(name: "FixSources", targets: ["FixSources"]),
    .library(name: "Geography", targets: ["Geography"]),
    .library(name: "NMEA", targets: ["NMEA"]),
    .library(
      name: "PlaceDaemon",
      targets: ["Configuration", "EventLoop", "PlaceDaemon", "PlaceProtocol", "Systemd"]),
    .library(name: "PlaceImport", targets: ["PlaceImport", "PlaceStore"]),
  ],
  targets: [
    // C libraries: a module map and a shim, nothing else.
    .target(name: "CLinux"),
    .target(name: "CGPS", linkerSettings: [.linkedLibrary("gps")]),
    .target(name: "CMicroHTTPD", linkerSettings: [.linkedLibrary("microhttpd")]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Pure: no descriptor, no clock, no randomness.
    .target(name: "Geography"),
    .target(name: "JSON"),
    .target(name: "Spelling"),
    .target(name: "Places", dependencies: ["Geography", "Spelling"]),
    .target(name: "NMEA", dependencies: ["Geography"]),
    .target(name: "Detection", dependencies: ["Geography"]),
    .target(name: "Configuration", dependencies: ["Geography", "Spelling"]),
    .target(name: "PlaceProtocol", dependencies: ["Geography", "JSON", "Places", "Spelling"]),
    .target(name: "CommandTable", dependencies: ["Spelling"]),

    // Edges.
    .target(name: "EventLoop", dependencies: ["CLinux"]),
    .target(name: "ConfigurationFiles", dependencies: ["Configuration"]),
    .target(name: "Systemd", dependencies: ["CSystemd"]),
    .target(name: "ServiceProgram", dependencies: ["CommandTable", "Configuration", "Systemd"]),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(
      name: "FixSources",
      dependencies: [
        "CGPS", "CLinux", "CZlib", "Configuration", "Detection", "EventLoop", "Geography", "JSON",
        "NMEA",
      ]),
    .target(
      name: "PlaceStore",
      dependencies: ["Detection", "Geography", "JSON", "Places", "SQLite", "Spelling"]),
    .target(
      name: "PlaceImport", dependencies: ["Geography", "JSON", "PlaceStore", "Places", "SQLite"]),
    .target(
      name: "PlaceClient", dependencies: ["EventLoop", "Geography", "JSON", "PlaceProtocol"]),
    .target(
      name: "PlaceDaemon",
      dependencies: [
        "CLinux", "CommandTable", "Configuration", "ConfigurationFiles", "Detection", "EventLoop",
        "FixSources", "Geography", "JSON", "PlaceProtocol", "PlaceStore", "Places",
        "ServiceProgram", "Spelling", "Systemd",
      ]),
    .executableTarget(name: "placed", dependencies: ["PlaceDaemon"]),
    .target(
      name: "PlaceCommands",
      dependencies: [
        "CommandTable", "Configuration", "EventLoop", "Geography", "JSON", "PlaceClient",
        "PlaceImport", "PlaceProtocol", "PlaceStore", "Places", "Spelling",
      ]),
    .target(
      name: "PlaceWeb",
      dependencies: [
        "CMicroHTTPD", "CommandTable", "Configuration", "ConfigurationFiles", "EventLoop",
        "Geography", "JSON", "PlaceClient", "PlaceProtocol", "SQLite", "ServiceProgram", "Systemd",
      ]),
    .target(
      name: "PlaceMQTT",
      dependencies: [
        "CMosquitto", "CommandTable", "Configuration", "ConfigurationFiles", "EventLoop",
        "Geography", "JSON", "PlaceClient", "PlaceProtocol", "SQLite", "ServiceProgram", "Systemd",
      ]),

    // Programs: wiring only.
    .executableTarget(name: "placed-web", dependencies: ["PlaceWeb"]),
    .executableTarget(name: "placectl", dependencies: ["CommandTable", "PlaceCommands"]),
    .executableTarget(name: "placed-mqtt", dependencies: ["CommandTable", "PlaceMQTT"]),

    // Benchmarks; alone besides SQLite to see its C library, for a peer to be compared with.
    .executableTarget(
      name: "placed-bench",
      dependencies: [
        "CSQLite", "Detection", "Geography", "JSON", "PlaceClient", "PlaceProtocol", "PlaceStore",
        "Places", "SQLite",
      ]),

    // Tests.
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "TestSupport", dependencies: ["CTestSupport", "Geography", "JSON"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "PlacedTests",
      dependencies: [
        "CommandTable", "Configuration", "Geography", "JSON", "PlaceDaemon", "PlaceProtocol",
        "PlaceStore",
        "Places", "SQLite",
        "TestSupport",
        "placectl",
        "placed",
      ]),
    .testTarget(name: "GeographyTests", dependencies: ["Geography", "TestSupport"]),
    .testTarget(name: "DetectionTests", dependencies: ["Detection", "Geography", "TestSupport"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "SpellingTests", dependencies: ["Spelling"]),
    .testTarget(
      name: "PlaceProtocolTests", dependencies: ["Geography", "JSON", "PlaceProtocol", "Places"]),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "Geography", "TestSupport"]),
    .testTarget(
      name: "PlaceDaemonTests",
      dependencies: [
        "Configuration", "Detection", "EventLoop", "Geography", "JSON", "PlaceDaemon",
        "PlaceProtocol", "Places", "Systemd", "TestSupport",
      ]),
    .testTarget(name: "SystemdTests", dependencies: ["Systemd", "TestSupport"]),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"]),
    .testTarget(
      name: "CommandTableTests", dependencies: ["CommandTable", "TestSupport"],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "PlaceClientTests",
      dependencies: ["EventLoop", "JSON", "PlaceClient", "PlaceProtocol", "TestSupport"]),
    .testTarget(
      name: "PlaceCommandsTests",
      dependencies: [
        "CommandTable", "Geography", "JSON", "PlaceCommands", "SQLite", "TestSupport", "placectl",
        "placed",
      ],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "PlaceWebTests",
      dependencies: [
        "CommandTable", "Configuration", "EventLoop", "Geography", "JSON", "PlaceWeb", "SQLite",
        "TestSupport", "placectl", "placed", "placed-web",
      ]),
    .testTarget(
      name: "PlaceMQTTTests",
      dependencies: [
        "CommandTable", "Configuration", "EventLoop", "Geography", "JSON", "PlaceClient",
        "PlaceMQTT", "PlaceProtocol", "TestSupport", "placed", "placed-mqtt",
      ]),
    .testTarget(name: "PlacesTests", dependencies: ["Geography", "Places", "TestSupport"]),
    .testTarget(
      name: "PlaceImportTests",
      dependencies: [
        "Geography", "PlaceImport", "PlaceStore", "Places", "SQLite", "TestSupport", "placectl",
      ]),
    .testTarget(
      name: "PlaceStoreTests",
      dependencies: ["Detection", "Geography", "PlaceStore", "Places", "SQLite", "TestSupport"]),
    .testTarget(
      name: "FixSourcesTests",
      dependencies: [
        "CZlib", "Configuration", "Detection", "EventLoop", "FixSources", "Geography", "NMEA",
        "TestSupport",
      ]),
    .testTarget(name: "NMEATests", dependencies: ["Geography", "NMEA", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
