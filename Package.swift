// swift-tools-version: 6.2
import PackageDescription

/// Every target is Swift 6, free of warnings, and imports what it needs and no more.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], excluding others: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: others, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The fuzz targets, which need a sanitizer's runtime: there only where `make fuzz` asks for them.
let fuzzing: [Target] =
  Context.environment["FLINT_FUZZING"] == nil
  ? []
  : [
    .target(name: "LibFuzzer", path: "Tests/Fuzzing/LibFuzzer"),
    .executableTarget(
      name: "flint-fuzz",
      dependencies: [
        "LibFuzzer", "FlintCommands", "FlintServer", "FlintReport", "FlintScenarios",
        "FlintAnalysis",
        "FlintPopulation", "FlintProject", "FlintManifest", "FlintLogic", "FlintCore", "FlintText",
      ],
      path: "Tests/Fuzzing", exclude: ["LibFuzzer", "seeds.sh", "fuzz.sh"], swiftSettings: strict),
  ]

/// Tools that no test runs. They are compiled only if the Makefile sets `FLINT_TOOLS`, so that `swift test` takes less
/// time.
let tools: [Target] =
  Context.environment["FLINT_TOOLS"] == nil
  ? []
  : [
    // Measures the program beside its peers; not shipped.
    .executableTarget(
      name: "flint-bench",
      dependencies: [
        "FlintText", "FlintCore", "FlintLogic", "FlintManifest", "FlintScenarios",
        "FlintPopulation",
      ],
      exclude: ["Peers"], swiftSettings: strict),
    // Writes the manifests that the schemas are checked with.
    .executableTarget(
      name: "RandomManifests",
      dependencies: ["FlintManifest", "FlintText", "FlintCore", "RandomModels", "TestSupport"],
      path: "Tests/Schemas/RandomManifests", swiftSettings: strict),
  ]

/// Whether to declare the SwiftPM plugins. A plugin needs its tool as a second build of every module, which would
/// double the time of `swift test` here, so only packages that depend on this one get them: SwiftPM checks those
/// dependencies out below `checkouts` or `registry`. A dependency by local path sets `FLINT_PLUGINS=1`.
let declaresPlugins =
  Context.packageDirectory.contains("/checkouts/")
  || Context.packageDirectory.contains("/registry/")
  || Context.environment["FLINT_PLUGINS"] != nil

/// The program as a command of other packages, and as a check at each of their builds.
let plugins: [Target] =
  declaresPlugins
  ? [
    .plugin(
      name: "FlintInspectCommand",
      capability: .command(
        intent: .custom(
          verb: "flint-inspect", description: "Ask which features are available, and why"),
        permissions: []),
      dependencies: ["flint-inspect"], path: "Sources/Plugins/FlintInspectCommand"),
    .plugin(
      name: "FlintInspectValidate", capability: .buildTool(), dependencies: ["flint-inspect"],
      path: "Sources/Plugins/FlintInspectValidate"),
  ] : []

let pluginProducts: [Product] =
  declaresPlugins
  ? [
    .plugin(name: "FlintInspectCommand", targets: ["FlintInspectCommand"]),
    .plugin(name: "FlintInspectValidate", targets: ["FlintInspectValidate"]),
  ] : []

let package = Package(
  name: "flint-inspect",
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    .library(name: "FlintCore", targets: ["FlintCore"]),
    .library(name: "FlintStorage", targets: ["FlintStorage"]),
    .library(name: "FlintManifest", targets: ["FlintManifest"]),
    .executable(name: "flint-inspect", targets: ["flint-inspect"]),
  ] + pluginProducts,
  targets: [
    // The guides and the report's page, copied into the program. In C, for its `#embed` compiles in no time, where the
    // arrays that `embedInCode` writes for Swift take a minute.
    .target(name: "EmbeddedFiles", cSettings: [.treatAllWarnings(as: .error)]),

    // From text to answer: each room knows only the rooms above it in this list.
    room("FlintText"),
    room("FlintCore"),
    room("FlintLogic", ["FlintCore"]),
    room("FlintStorage", ["FlintCore"]),
    room("FlintManifest", ["FlintText", "FlintCore", "FlintLogic"]),
    room("FlintProject", ["FlintText", "FlintCore", "FlintManifest"]),
    room("FlintAnalysis", ["FlintText", "FlintCore", "FlintLogic", "FlintManifest"]),
    room(
      "FlintScenarios", ["FlintText", "FlintCore", "FlintLogic", "FlintManifest", "FlintAnalysis"]),
    room("FlintPopulation", ["FlintText", "FlintCore", "FlintLogic", "FlintManifest"]),
    room(
      "FlintReport",
      [
        "EmbeddedFiles", "FlintText", "FlintCore", "FlintLogic", "FlintManifest", "FlintAnalysis",
        "FlintScenarios", "FlintPopulation",
      ],
      excluding: ["Page/Web"]),
    room(
      "FlintServer",
      [
        "FlintText", "FlintCore", "FlintLogic", "FlintManifest", "FlintAnalysis", "FlintScenarios",
        "FlintReport",
      ]),
    room(
      "FlintCommands",
      [
        "FlintText", "FlintCore", "FlintLogic", "FlintManifest", "FlintProject", "FlintAnalysis",
        "FlintScenarios", "FlintReport", "FlintPopulation", "FlintServer", "EmbeddedFiles",
      ]),
    .executableTarget(
      name: "flint-inspect", dependencies: ["FlintCommands"], swiftSettings: strict),

    // Tools for every room's tests. They do not know FlintCore, so a change of it leaves the tests alone that do not
    // use it either.
    .target(
      name: "TestSupport", dependencies: ["FlintText"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // Seeded generators of manifests and states.
    .target(
      name: "RandomModels", dependencies: ["FlintCore", "TestSupport"], path: "Tests/RandomModels",
      swiftSettings: strict),
    // Runs the built program.
    .target(
      name: "ProgramHarness", dependencies: ["TestSupport"], path: "Tests/ProgramHarness",
      swiftSettings: strict),

    // Another process on the same files.
    .executableTarget(
      name: "StorageWriter", dependencies: ["FlintStorage", "FlintCore"],
      path: "Tests/StorageWriter", swiftSettings: strict),

    tests("FlintTextTests", ["FlintText", "TestSupport"]),
    tests("FlintCoreTests", ["FlintCore", "RandomModels", "TestSupport"]),
    tests("FlintLogicTests", ["FlintLogic", "FlintCore", "RandomModels", "TestSupport"]),
    tests(
      "FlintStorageTests",
      ["FlintStorage", "FlintCore", "RandomModels", "TestSupport", "StorageWriter"]),
    tests(
      "FlintManifestTests",
      ["FlintManifest", "FlintLogic", "FlintCore", "FlintText", "RandomModels", "TestSupport"]),
    tests(
      "FlintProjectTests",
      [
        "FlintProject", "FlintManifest", "FlintLogic", "FlintCore", "FlintText", "RandomModels",
        "TestSupport",
      ]),
    tests(
      "FlintAnalysisTests",
      [
        "FlintAnalysis", "FlintManifest", "FlintLogic", "FlintCore", "FlintText", "RandomModels",
        "TestSupport",
      ]),
    tests(
      "FlintScenariosTests",
      [
        "FlintScenarios", "FlintAnalysis", "FlintManifest", "FlintLogic", "FlintCore", "FlintText",
        "RandomModels", "TestSupport",
      ]),
    tests(
      "FlintPopulationTests",
      [
        "FlintText", "FlintCore", "FlintLogic", "FlintManifest", "FlintPopulation", "RandomModels",
        "TestSupport",
      ]),
    tests(
      "FlintReportTests",
      [
        "FlintReport", "FlintAnalysis", "FlintManifest", "FlintLogic", "FlintCore", "FlintText",
        "RandomModels", "TestSupport",
        "FlintScenarios", "FlintPopulation",
      ]),
    tests(
      "FlintServerTests",
      [
        "FlintServer", "FlintScenarios", "FlintAnalysis", "FlintManifest", "FlintLogic",
        "FlintCore",
        "FlintText", "RandomModels", "TestSupport",
      ]),
    // What public apps ask of their features, said in manifests.
    .testTarget(
      name: "RealConditionTests",
      dependencies: ["FlintScenarios", "FlintManifest", "FlintLogic", "FlintCore", "FlintText"],
      exclude: ["Apps"], swiftSettings: strict),
    // The evaluator, the compiled program, the diagrams and the page, held to each other.
    tests(
      "AgreementTests",
      [
        "FlintText", "FlintCore", "FlintLogic", "FlintManifest", "FlintAnalysis", "FlintPopulation",
        "FlintReport", "RandomModels", "TestSupport",
      ]),
    // The guides' own code: in Swift 5, for its classes have mutable statics, and with what it warns of.
    .target(
      name: "FlintUI", dependencies: ["FlintCore"], path: "Tests/FlintUI", swiftSettings: strict),
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "FlintText", "FlintCore", "FlintStorage", "FlintManifest", "FlintUI", "RandomModels",
        "TestSupport",
        "flint-inspect",
      ],
      swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
    tests(
      "FlintCommandsTests",
      [
        "FlintCommands", "FlintReport", "FlintManifest", "FlintLogic", "FlintCore", "FlintText",
        "RandomModels", "ProgramHarness", "TestSupport", "flint-inspect",
      ]),
    // Tests that only run the program. They use no module with features or commands, so a change of these does not
    // compile them again.
    tests("ProgramTests", ["FlintText", "ProgramHarness", "TestSupport", "flint-inspect"]),
  ] + plugins + fuzzing + tools,
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x
)

/// If `FLINT_TEST_MODULE` names a test module, all other test modules are left out of the package. `make test-module`
/// thus tests a change of a module such as FlintCore without compiling the tests of all modules that import it.
if let name = Context.environment["FLINT_TEST_MODULE"] {
  package.targets.removeAll { $0.isTest && $0.name != name }
}
