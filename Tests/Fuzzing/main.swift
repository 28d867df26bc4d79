import Foundation
import LibFuzzer

/// `flint-fuzz TARGET OPTIONS FOLDERS...`: fuzzes one target with libFuzzer, starting from the inputs in the folders.
enum Fuzzing {
  static let targets: [String: any FuzzTarget.Type] = [
    "json": JSONFuzz.self, "manifest": ManifestFuzz.self, "state": StateFuzz.self,
    "scenarios": ScenariosFuzz.self, "ndjson": LinesFuzz.self, "storekit": StoreFuzz.self,
    "remoteconfig": RemoteConfigFuzz.self, "records": StoreRecordsFuzz.self,
    "plist": PropertyListFuzz.self, "arguments": ArgumentsFuzz.self,
    "context": ContextFuzz.self,
  ]

  nonisolated(unsafe) static var target: any FuzzTarget.Type = JSONFuzz.self

  static func run() throws -> Int32 {
    guard CommandLine.argc > 1, let named = targets[CommandLine.arguments[1]] else {
      print("flint-fuzz TARGET OPTIONS FOLDERS...\ntargets: \(targets.keys.sorted())")
      return 2
    }
    target = named
    try target.prepare()
    // libFuzzer expects the program name first, so the target name is removed.
    var count = CommandLine.argc - 1
    var line: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
    return LLVMFuzzerRunDriver(&count, &line) { data, size in
      Fuzzing.target.run(Array(UnsafeBufferPointer(start: data, count: size)))
      return 0
    }
  }
}

exit(try Fuzzing.run())
