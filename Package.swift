// swift-tools-version: 6.0
import PackageDescription

// Rooms and directions are described in docs/architecture.md. Arrows point inward: pure targets
// decide, targets at the edge open descriptors, executables only wire. Each C library is imported by
// exactly one target.

let package = Package(
  name: "placed",
  targets: [
    // C libraries: a module map and a shim, nothing else.
    .target(name: "CLinux"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

    // Pure: no descriptor, no clock, no randomness.
    .target(name: "Geography"),
    .target(name: "JSON"),
    .target(name: "Places", dependencies: ["Geography"]),
    .target(name: "NMEA", dependencies: ["Geography"]),
    .target(name: "Detection", dependencies: ["Geography"]),
    .target(name: "Configuration", dependencies: ["Geography"]),
    .target(name: "PlaceProtocol", dependencies: ["Geography", "JSON", "Places"]),
    .target(name: "CommandTable"),

    // Edges.
    .target(name: "EventLoop", dependencies: ["CLinux"]),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(
      name: "FixSources",
      dependencies: ["Configuration", "Detection", "EventLoop", "Geography", "JSON", "NMEA"]),
    .target(
      name: "PlaceStore", dependencies: ["Detection", "Geography", "JSON", "Places", "SQLite"]),
    .target(
      name: "PlaceImport", dependencies: ["Geography", "JSON", "PlaceStore", "Places", "SQLite"]),
    .target(name: "PlaceClient", dependencies: ["EventLoop", "JSON", "PlaceProtocol"]),
    .target(
      name: "PlaceDaemon",
      dependencies: [
        "CLinux", "CSystemd", "Configuration", "Detection", "EventLoop", "FixSources", "Geography",
        "JSON", "PlaceProtocol", "PlaceStore", "Places",
      ]),
    .target(
      name: "PlaceCommands",
      dependencies: [
        "CommandTable", "EventLoop", "Geography", "JSON", "PlaceClient", "PlaceImport",
        "PlaceProtocol", "PlaceStore", "Places",
      ]),

    // Tests.
    .target(name: "TestSupport", dependencies: ["Geography"], path: "Tests/TestSupport"),
    .testTarget(name: "GeographyTests", dependencies: ["Geography", "TestSupport"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
    .testTarget(name: "EventLoopTests", dependencies: ["EventLoop"]),
    .testTarget(name: "PlacesTests", dependencies: ["Geography", "Places", "TestSupport"]),
    .testTarget(
      name: "PlaceImportTests",
      dependencies: ["Geography", "PlaceImport", "PlaceStore", "Places", "SQLite", "TestSupport"]),
    .testTarget(
      name: "PlaceStoreTests",
      dependencies: ["Detection", "Geography", "PlaceStore", "Places", "SQLite", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)
