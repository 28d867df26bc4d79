import FlintCore
import FlintModel
import FlintText
import Testing

@testable import FlintManifest

@Suite("Synonyms") struct GuessTests {
  @Test(
    "Other names of Apple's platforms lead to the platform",
    arguments: [
      ("iPadOS", "iOS"), ("ipados", "iOS"), ("iPad", "iOS"), ("iPhone OS", "iOS"),
      ("ios", "iOS"), ("Mac", "macOS"), ("OSX", "macOS"), ("OS X", "macOS"), ("macos", "macOS"),
      ("macCatalyst", "macOS"), ("Apple TV", "tvOS"), ("watch", "watchOS"),
      ("visionos", "visionOS"), ("xrOS", "visionOS"), ("iPadOSOnly", "iOSOnly"),
    ])
  func platforms(written: String, meant: String) {
    #expect(
      problems(ofManifest: manifest(constraints: "\"platforms\": {\"\(written)\": 15}")) == [
        "5:16 unknown-platform: unknown platform '\(written)' (did you mean '\(meant)'?)"
      ])
  }

  @Test("A platform of another vendor is reported with the supported platforms")
  func otherPlatform() {
    let names = Platform.allCases.map { "'\($0)'" }.joined(separator: " or ")
    #expect(
      problems(ofManifest: manifest(constraints: #""platforms": {"Android": 15}"#)) == [
        "5:16 unknown-platform: unknown platform 'Android' (expected \(names))"
      ])
  }

  @Test(
    "Usage description keys and common names lead to the permission",
    arguments: [
      ("NSCameraUsageDescription", "camera"), ("location", "location.whenInUse"),
      ("NSLocationAlwaysUsageDescription", "location.always"), ("photoLibrary", "photos"),
      ("photoLibraryAddOnly", "photos.addOnly"), ("photos.add", "photos.addOnly"),
      ("push", "notifications"), ("Calendar", "calendarEvents"), ("idfa", "tracking"),
    ])
  func permissions(written: String, meant: String) {
    #expect(
      problems(ofManifest: manifest(constraints: "\"permissions\": [\"\(written)\"]")) == [
        "5:18 unknown-permission: unknown permission '\(written)' (did you mean '\(meant)'?)"
      ])
  }

  @Test(
    "Synonyms lead to the key of a constraint",
    arguments: [
      (#""or": []"#, "5:2 unknown-key: unknown key 'or' in 'constraints' (did you mean 'anyOf'?)"),
      (
        #""and": []"#, "5:2 unknown-key: unknown key 'and' in 'constraints' (did you mean 'allOf'?)"
      ),
      (
        #""none": []"#, "5:2 unknown-key: unknown key 'none' in 'constraints' (did you mean 'not'?)"
      ),
      (
        #""runtimeFlag": true"#,
        "5:2 unknown-key: unknown key 'runtimeFlag' in 'constraints' (did you mean 'runtimeEnabled'?)"
      ),
      (
        #""ios": 15"#,
        #"5:2 unknown-key: unknown key 'ios' in 'constraints' (write "platforms": { "iOS": 15 })"#
      ),
      (
        #""enabled": true"#,
        "5:2 unknown-key: unknown key 'enabled' in 'constraints' (did you mean 'runtimeEnabled'?)"
      ),
      (
        #""requires": ["g"]"#,
        "5:2 unknown-key: unknown key 'requires' in 'constraints' (did you mean 'features'?)"
      ),
      (
        #""iOS": 15"#,
        #"5:2 unknown-key: unknown key 'iOS' in 'constraints' (write "platforms": { "iOS": 15 })"#
      ),
      (
        #""iPadOS": {"atLeast": "15"}"#,
        #"5:2 unknown-key: unknown key 'iPadOS' in 'constraints' (write "platforms": { "iOS": {"atLeast": "15"} })"#
      ),
      (
        #""camera": true"#,
        #"5:2 unknown-key: unknown key 'camera' in 'constraints' (write "permissions": ["camera"])"#
      ),
      (
        #""flag": true"#,
        #"5:2 unknown-key: unknown key 'flag' in 'constraints' (write "attributes": { "flag": true })"#
      ),
      (
        #""P": true"#,
        #"5:2 unknown-key: unknown key 'P' in 'constraints' (write "purchases": ["P"])"#
      ),
      (
        #""anyOf": [{"macOS": "any"}]"#,
        #"5:13 unknown-key: unknown key 'macOS' in a condition (write "platforms": { "macOS": "any" })"#
      ),
      (
        #""userToggled": true"#,
        #"5:17 wrong-type: found a boolean for 'userToggled'; expected an object (write { "defaultValue": true })"#
      ),
      (
        #""userToggled": "off""#,
        #"5:17 wrong-type: found a string for 'userToggled'; expected an object (write { "defaultValue": false })"#
      ),
      (
        #""permissions": "camera""#,
        #"5:17 wrong-type: found a string for 'permissions'; expected a list (write ["camera"])"#
      ),
      (
        #""appVersion": {"min": 3}"#,
        "5:17 unknown-key: unknown key 'min' in a range (did you mean 'atLeast'?)"
      ),
    ])
  func constraints(written: String, problem: String) {
    let found = problems(ofManifest: manifest(constraints: written))
    #expect(found.contains(problem), "\(found)")
  }

  @Test(
    "Synonyms lead to the key of a feature",
    arguments: [
      (#""requires": {},"#, "did you mean 'constraints'?"),
      (#""enabled": true,"#, "did you mean 'isEnabled'?"),
      (#""children": [],"#, "did you mean 'features'?"),
      (#""permissions": ["camera"],"#, #"write "constraints": { "permissions": ["camera"] }"#),
    ])
  func features(written: String, hint: String) throws {
    let found = problems(ofManifest: manifest(constraints: "", feature: written))
    #expect(found.count == 1)
    #expect(try #require(found.first).hasSuffix("(\(hint))"), "\(found)")
  }
}
