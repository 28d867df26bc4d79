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
        "LibFuzzer", "FlintInspect", "FlintScenarios", "FlintAnalysis", "FlintPopulation",
        "FlintProject", "FlintManifest", "FlintLogic", "FlintCore", "FlintModel", "FlintText",
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
      dependencies: ["FlintText", "FlintModel", "FlintManifest"], exclude: ["Peers"],
      swiftSettings: strict),
    // Writes the manifests that the schemas are checked with.
    .executableTarget(
      name: "RandomManifests",
      dependencies: ["FlintManifest", "FlintText", "FlintModel", "RandomModels", "TestSupport"],
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
    room("FlintModel"),
    room("FlintCore", ["FlintModel"]),
    room("FlintLogic", ["FlintModel"]),
    room("FlintStorage", ["FlintModel", "FlintCore"]),
    room("FlintManifest", ["FlintText", "FlintModel", "FlintCore", "FlintLogic"]),
    room("FlintProject", ["FlintText", "FlintModel", "FlintManifest"]),
    room("FlintAnalysis", ["FlintText", "FlintModel", "FlintLogic", "FlintManifest"]),
    room(
      "FlintScenarios", ["FlintText", "FlintModel", "FlintLogic", "FlintManifest", "FlintAnalysis"]),
    room("FlintPopulation", ["FlintText", "FlintModel", "FlintLogic", "FlintManifest"]),
    room(
      "FlintInspect",
      [
        "EmbeddedFiles", "FlintText", "FlintModel", "FlintLogic", "FlintManifest", "FlintProject",
        "FlintAnalysis", "FlintScenarios", "FlintPopulation",
      ],
      excluding: ["Page/Web"]),
    .executableTarget(
      name: "flint-inspect", dependencies: ["FlintInspect"], swiftSettings: strict),

    // Tools for every room's tests. They do not know FlintCore, so a change of it leaves the tests alone that do not
    // use it either.
    .target(
      name: "TestSupport", dependencies: ["FlintText"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // Seeded generators of manifests and states.
    .target(
      name: "RandomModels", dependencies: ["FlintCore", "FlintModel", "TestSupport"],
      path: "Tests/RandomModels",
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
    tests("FlintModelTests", ["FlintModel", "RandomModels", "TestSupport"]),
    tests("FlintCoreTests", ["FlintCore", "FlintModel", "RandomModels", "TestSupport"]),
    tests("FlintLogicTests", ["FlintLogic", "FlintModel", "RandomModels", "TestSupport"]),
    tests(
      "FlintStorageTests",
      ["FlintStorage", "FlintCore", "FlintModel", "RandomModels", "TestSupport", "StorageWriter"]),
    tests(
      "FlintManifestTests",
      [
        "FlintManifest", "FlintLogic", "FlintCore", "FlintModel", "FlintText", "RandomModels",
        "TestSupport",
      ]),
    tests(
      "FlintProjectTests",
      [
        "FlintProject", "FlintManifest", "FlintLogic", "FlintModel", "FlintText", "RandomModels",
        "TestSupport",
      ]),
    tests(
      "FlintAnalysisTests",
      [
        "FlintAnalysis", "FlintManifest", "FlintLogic", "FlintModel", "FlintText", "RandomModels",
        "TestSupport",
      ]),
    tests(
      "FlintScenariosTests",
      [
        "FlintScenarios", "FlintAnalysis", "FlintManifest", "FlintLogic", "FlintModel", "FlintText",
        "RandomModels", "TestSupport",
      ]),
    tests(
      "FlintPopulationTests",
      [
        "FlintText", "FlintModel", "FlintLogic", "FlintManifest", "FlintPopulation", "RandomModels",
        "TestSupport",
      ]),
    tests(
      "FlintInspectTests",
      [
        "FlintInspect", "FlintScenarios", "FlintAnalysis", "FlintPopulation", "FlintManifest",
        "FlintLogic", "FlintModel", "FlintText", "RandomModels", "ProgramHarness", "TestSupport",
        "flint-inspect",
      ]),
    // What public apps ask of their features, said in manifests.
    .testTarget(
      name: "RealConditionTests",
      dependencies: ["FlintScenarios", "FlintManifest", "FlintLogic", "FlintModel", "FlintText"],
      exclude: ["Apps"], swiftSettings: strict),
    // The evaluator, the compiled program, the diagrams and the page, held to each other.
    tests(
      "AgreementTests",
      [
        "FlintText", "FlintModel", "FlintLogic", "FlintManifest", "FlintAnalysis",
        "FlintPopulation",
        "FlintInspect", "RandomModels", "TestSupport",
      ]),
    // The guides' own code: in Swift 5, for its classes have mutable statics, and with what it warns of.
    .target(
      name: "FlintUI", dependencies: ["FlintCore"], path: "Tests/FlintUI", swiftSettings: strict),
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "FlintText", "FlintCore", "FlintModel", "FlintStorage", "FlintManifest", "FlintUI",
        "RandomModels", "TestSupport", "flint-inspect",
      ],
      swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
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
