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
      name: "PlaceDaemon", targets: ["Configuration", "EventLoop", "PlaceDaemon", "PlaceProtocol"]),
  ],
  targets: [
    // C libraries: a module map and a shim, nothing else.
    .target(name: "CLinux"),
    .target(name: "CGPS", linkerSettings: [.linkedLibrary("gps")]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Pure: no descriptor, no clock, no randomness.
    .target(name: "Geography"),
    .target(name: "JSON"),
    .target(name: "Spelling"),
    .target(name: "Places", dependencies: ["Geography"]),
    .target(name: "NMEA", dependencies: ["Geography"]),
    .target(name: "Detection", dependencies: ["Geography"]),
    .target(name: "Configuration", dependencies: ["Geography", "Spelling"]),
    .target(name: "PlaceProtocol", dependencies: ["Geography", "JSON", "Places", "Spelling"]),
    .target(name: "CommandTable", dependencies: ["Spelling"]),

    // Edges.
    .target(name: "EventLoop", dependencies: ["CLinux"]),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(
      name: "FixSources",
      dependencies: [
        "CGPS", "CLinux", "CZlib", "Configuration", "Detection", "EventLoop", "Geography", "JSON",
        "NMEA",
      ]),
    .target(
      name: "PlaceStore", dependencies: ["Detection", "Geography", "JSON", "Places", "SQLite"]),
    .target(
      name: "PlaceImport", dependencies: ["Geography", "JSON", "PlaceStore", "Places", "SQLite"]),
    .target(name: "PlaceClient", dependencies: ["EventLoop", "JSON", "PlaceProtocol"]),
    .target(
      name: "PlaceDaemon",
      dependencies: [
        "CLinux", "CommandTable", "Configuration", "Detection", "EventLoop", "FixSources",
        "Geography", "JSON", "PlaceProtocol", "PlaceStore", "Places", "Spelling",
      ]),
    .executableTarget(name: "placed", dependencies: ["PlaceDaemon"]),
    .target(
      name: "PlaceCommands",
      dependencies: [
        "CommandTable", "Configuration", "EventLoop", "Geography", "JSON", "PlaceClient",
        "PlaceImport", "PlaceProtocol", "PlaceStore", "Places", "Spelling",
      ]),

    // Programs: wiring only.
    .executableTarget(name: "placectl", dependencies: ["CommandTable", "PlaceCommands"]),

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
        "Places",
        "TestSupport",
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
        "PlaceProtocol", "Places", "TestSupport",
      ]),
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
    .testTarget(name: "PlacesTests", dependencies: ["Geography", "Places", "TestSupport"]),
    .testTarget(
      name: "PlaceImportTests",
      dependencies: ["Geography", "PlaceImport", "PlaceStore", "Places", "SQLite", "TestSupport"]),
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
