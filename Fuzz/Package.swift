// swift-tools-version: 6.0
import PackageDescription

// Fuzz targets, a package of their own: they need libFuzzer, which not every toolchain has, and
// `main` from it instead of one of ours. Build with
//   swift build -c release --package-path Fuzz --sanitize fuzzer
// and run one of the targets with a folder for what it finds and Corpus/… as a start.

let fuzzing: [SwiftSetting] = [.unsafeFlags(["-parse-as-library", "-sanitize=fuzzer"])]
let linking: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]

func fuzzTarget(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name, dependencies: products.map { .product(name: $0, package: "placed") },
    swiftSettings: fuzzing, linkerSettings: linking)
}

func fuzzTarget(_ name: String, with support: Target.Dependency) -> Target {
  .executableTarget(
    name: name, dependencies: [support], swiftSettings: fuzzing, linkerSettings: linking)
}

let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "placed", path: "..")],
  targets: [
    fuzzTarget("FuzzNMEA", "Geography", "NMEA"),
    fuzzTarget("FuzzProtocol", "Detection", "Geography", "PlaceDaemon"),
    .target(
      name: "RecordingFuzzing",
      dependencies: ["Detection", "FixSources"].map { .product(name: $0, package: "placed") },
      path: "Support/Recording"),
    fuzzTarget("FuzzGPSD", with: "RecordingFuzzing"),
    fuzzTarget("FuzzGPX", with: "RecordingFuzzing"),
    .target(
      name: "ImportFuzzing", dependencies: [.product(name: "PlaceImport", package: "placed")],
      path: "Support/Import"),
    fuzzTarget("FuzzCSV", with: "ImportFuzzing"),
    fuzzTarget("FuzzGeoJSON", with: "ImportFuzzing"),
    fuzzTarget("FuzzWaypoints", with: "ImportFuzzing"),
    fuzzTarget("FuzzZones", with: "ImportFuzzing"),
  ],
  swiftLanguageModes: [.v6]
)
