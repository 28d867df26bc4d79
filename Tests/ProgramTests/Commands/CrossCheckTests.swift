import Foundation
import ProgramHarness
import Testing

@Suite("validate with project files") struct CrossCheckTests {
  private static let manifest = """
    {"manifestVersion": 1, "products": [
      {"id": "pro", "type": "nonConsumable"},
      {"id": "gem", "type": "consumable"},
      {"id": "mnoth", "type": "autoRenewingSubscription"}],
     "features": [{"id": "f", "constraints": {
       "purchases": ["pro", "mnoth", {"product": "gem", "quantity": 1}],
       "permissions": ["camera", "notifications"], "conditional": [
         {"when": {"platforms": {"iOS": 14}}, "constraints": {"permissions": ["tracking"]}}]}}]}
    """
  private static let store = """
    {"products": [{"productID": "pro", "type": "Consumable"}, {"productID": "gem", "type": "Consumable"}],
     "subscriptionGroups": [{"subscriptions": [{"productID": "month"}]}]}
    """

  private static func plist(_ keys: String...) -> String {
    let entries = keys.map { "<key>\($0)</key>\n<string>$(WHY)</string>\n" }.joined()
    return "<plist version=\"1.0\"><dict>\n\(entries)</dict></plist>\n"
  }

  /// Returns the findings as `PATH:LINE rule`, without those that analyze the manifest alone.
  private func findings(_ run: Run) throws -> [String] {
    try #require(try JSON(run.output)["findings"]?.items).compactMap { finding in
      let rule = finding["rule"]?.text ?? ""
      if rule.hasPrefix("never-available") || rule.hasPrefix("redundant") { return nil }
      let line = finding["line"]?.number.map { ":\($0)" } ?? ""
      return "\(finding["path"]?.text ?? "")\(line) \(rule)"
    }
  }

  private func validate(_ options: [String], _ files: [String: String]) throws -> Run {
    let scratch = try Scratch()
    try scratch.write(Self.manifest, to: "m.json")
    for (name, text) in files { try scratch.write(text, to: name) }
    return try Run.program(
      ["validate", "m.json", "--format", "json"] + options, directory: scratch.folder)
  }

  @Test("Compares products with the store configurations")
  func stores() throws {
    let run = try validate(["--storekit", "s"], ["s": Self.store])
    #expect(run.status == 1)
    #expect(
      try findings(run) == ["m.json:2 product-type-differs", "m.json:4 product-not-in-store"])
    #expect(run.output.contains("did you mean 'month'?"))
    let other = """
      {"products": [{"productID": "pro", "type": "NonConsumable"}],
       "subscriptionGroups": [{"subscriptions": [{"productID": "mnoth"}]}]}
      """
    let both = try validate(["--storekit", "s", "--storekit", "t"], ["s": Self.store, "t": other])
    #expect(both.status == 0)
    #expect(try findings(both) == [])
  }

  @Test("Compares permissions with the property lists of the targets")
  func usageDescriptions() throws {
    let camera = Self.plist("CFBundleName", "NSCameraUsageDescription", "NSMotionUsageDescription")
    let run = try validate(["--info-plist", "a"], ["a": camera])
    #expect(run.status == 1)
    #expect(
      try findings(run) == ["m.json:8 missing-usage-description", "a:6 unused-usage-description"])
    let tracking = Self.plist("NSUserTrackingUsageDescription")
    let both = try validate(
      ["--info-plist", "a", "--info-plist", "b"], ["a": camera, "b": tracking])
    #expect(both.status == 0)
    #expect(try findings(both) == ["a:6 unused-usage-description"])
  }

  @Test("Always-on location needs the description of location in use, too")
  func alwaysOnLocation() throws {
    let list = Self.plist(
      "NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationWhenInUseUsageDescription")
    let manifest = #"""
      {"manifestVersion": 1, "app": {"platforms": ["iOS"]},
       "features": [{"id": "f", "constraints": {"permissions": ["location.always"]}}]}
      """#
    let run = try validate(["--info-plist", "a"], ["a": list, "m.json": manifest])
    #expect(try findings(run) == [])
  }

  @Test("Reads binary property lists")
  func binary() throws {
    let scratch = try Scratch()
    try scratch.write(Self.manifest, to: "m.json")
    let keys = ["NSCameraUsageDescription": "c", "NSUserTrackingUsageDescription": "t"]
    let data = try PropertyListSerialization.data(
      fromPropertyList: keys, format: .binary, options: 0)
    try data.write(to: URL(filePath: scratch.path("Info.plist")))
    let run = try Run.program(
      ["validate", "m.json", "--info-plist", "Info.plist"], directory: scratch.folder)
    #expect(run.status == 0)
  }

  /// Returns the permissions without a description, and the keys that the hints name.
  private func missing(
    _ constraints: String, app: String = "", _ files: [String: String]
  ) throws -> [String] {
    let scratch = try Scratch()
    try scratch.write(
      """
      {"manifestVersion": 1, \(app)
       "conditions": [{"id": "c", "is": {"anyOf": [{"permissions": ["camera"]}, {"conditions": ["d"]}]}},
         {"id": "d", "is": {"permissions": ["motion"]}}],
       "features": [{"id": "f", "constraints": {\(constraints)}}]}
      """, to: "m.json")
    for (name, text) in files { try scratch.write(text, to: name) }
    let options = files.keys.sorted().flatMap { ["--info-plist", $0] }
    let run = try Run.program(
      ["validate", "m.json", "--format", "json"] + options, directory: scratch.folder)
    return try #require(try JSON(run.output)["findings"]?.items).compactMap { finding in
      guard finding["rule"]?.text == "missing-usage-description" else { return nil }
      let words = (finding["message"]?.text ?? "") + " " + (finding["hint"]?.text ?? "")
      return words.matches(of: /'(\S+)'/).map { String($0.output.1) }.joined(separator: " ")
    }
  }

  @Test(
    "Counts every permission that the feature can require",
    arguments: [
      (#""allOf": [{"permissions": ["microphone"]}]"#, ["microphone NSMicrophoneUsageDescription"]),
      (
        #""anyOf": [{"permissions": ["camera"]}, {"allOf": [{"permissions": ["photos"]}]}]"#,
        ["camera NSCameraUsageDescription", "photos NSPhotoLibraryUsageDescription"]
      ),
      (
        #""conditions": ["c"]"#,
        ["camera NSCameraUsageDescription", "motion NSMotionUsageDescription"]
      ),
      (
        #""conditional": [{"when": {"permissions": ["contacts"]}, "constraints": {"conditions": ["d"]}}]"#,
        ["motion NSMotionUsageDescription", "contacts NSContactsUsageDescription"]
      ),
      (#""not": {"not": {"permissions": ["siriKit"]}}"#, ["siriKit NSSiriUsageDescription"]),
      (#""not": {"permissions": ["camera"]}"#, []), (#""permissions": ["notifications"]"#, []),
    ] as [(String, [String])])
  func everywhere(constraints: String, expected: [String]) throws {
    #expect(try missing(constraints, ["a": Self.plist()]) == expected)
    let keys = expected.compactMap { $0.split(separator: " ").last.map(String.init) }
    let settings = keys.map { "INFOPLIST_KEY_\($0) = Why;" }.joined(separator: "\n")
    #expect(try missing(constraints, ["a.xcconfig": settings]) == [])
    #expect(
      try missing(
        constraints, ["p": "// !$*UTF8*$!\n{ objects = { A = { x = { \(settings) }; }; }; }"])
        == [])
  }

  @Test(
    "Demands the keys that the app's versions read",
    arguments: [
      ("calendarEvents", #"{"iOS": 16}"#, ["Full"], ["calendarEvents NSCalendarsUsageDescription"]),
      ("calendarEvents", #"{"iOS": 17}"#, ["Full"], []),
      (
        "calendarEvents", #"{"iOS": 17}"#, ["Old"],
        ["calendarEvents NSCalendarsFullAccessUsageDescription"]
      ),
      (
        "calendarEvents", #"{"iOS": 17, "macOS": 13}"#, ["Full"],
        ["calendarEvents NSCalendarsUsageDescription"]
      ),
      ("calendarEvents", #"{"iOS": "any"}"#, ["Full", "Old"], []),
      ("calendarEvents", #"{"visionOS": 1, "watchOS": 10}"#, ["Full"], []),
      ("calendarEvents", #"{"tvOS": 15}"#, [], []),
      (
        "calendarEvents", #"{"iOS": 18}"#, ["Write"],
        ["calendarEvents NSCalendarsFullAccessUsageDescription"]
      ),
      ("writeOnly", #"{"iOS": 18}"#, ["Write"], []), ("writeOnly", #"{"iOS": 18}"#, ["Full"], []),
      ("writeOnly", #"{"iOS": 16}"#, ["Write"], ["calendarEvents NSCalendarsUsageDescription"]),
      (
        "both", #"{"iOS": 18}"#, ["Write"], ["calendarEvents NSCalendarsFullAccessUsageDescription"]
      ),
      ("reminders", #"{"iOS": 16}"#, ["Reminders"], ["reminders NSRemindersUsageDescription"]),
      ("reminders", #"{"macOS": 14}"#, ["Reminders"], []),
      (
        "calendarEvents", #"{"iOS": 16}"#, [],
        ["calendarEvents NSCalendarsFullAccessUsageDescription NSCalendarsUsageDescription"]
      ),
    ] as [(String, String, [String], [String])])
  func versions(use: String, platforms: String, keys: [String], expected: [String]) throws {
    let names = [
      "Full": "NSCalendarsFullAccessUsageDescription", "Old": "NSCalendarsUsageDescription",
      "Write": "NSCalendarsWriteOnlyAccessUsageDescription",
      "Reminders": "NSRemindersFullAccessUsageDescription",
    ]
    let partial = #"{"permission": "calendarEvents", "in": ["writeOnly", "authorized"]}"#
    let constraints =
      switch use {
      case "writeOnly": #""permissions": [\#(partial)]"#
      case "both":
        #""anyOf": [{"permissions": [\#(partial)]}, {"permissions": ["calendarEvents"]}]"#
      default: #""permissions": ["\#(use)"]"#
      }
    let lists = keys.map { (names[$0]! + ".plist", Self.plist(names[$0]!)) }
    let files = Dictionary(uniqueKeysWithValues: lists + [("empty", Self.plist())])
    #expect(
      try missing(constraints, app: #""app": {"platforms": \#(platforms)},"#, files) == expected)
  }

  @Test("Reads the settings of projects and configuration files")
  func settings() throws {
    let project = #"""
      // !$*UTF8*$!
      {
        objects = {
          AB12 /* Debug */ = {
            isa = XCBuildConfiguration;
            LD = ( "a = b", INFOPLIST_KEY_NSSiriUsageDescription, );
            buildSettings = {
              INFOPLIST_KEY_NSCameraUsageDescription = "Why "camera" = x;";
              "INFOPLIST_KEY_NSMotionUsageDescription[sdk=iphoneos*]" = x;
              /* INFOPLIST_KEY_NSFaceIDUsageDescription = x; */ // INFOPLIST_KEY_NSFaceIDUsageDescription = x;
              SCRIPT = "INFOPLIST_KEY_NSContactsUsageDescription = 1;";
              INFOPLIST_KEY_NSMicrophoneUsageDescription = "";
            }; }; }; }
      """#
    let configuration = """
      #include "Base.xcconfig"
      INFOPLIST_KEY_NSCameraUsageDescription = To scan // codes
      INFOPLIST_KEY_NSMotionUsageDescription[sdk=iphoneos*][arch=*] = x
      // INFOPLIST_KEY_NSFaceIDUsageDescription = x
      OTHER = INFOPLIST_KEY_NSContactsUsageDescription = x
      INFOPLIST_KEY_NSMicrophoneUsageDescription = x
      INFOPLIST_KEY_NSMicrophoneUsageDescription = // nothing
      """
    let constraints =
      #""permissions": ["camera", "motion", "faceID", "contacts", "microphone", "siriKit"]"#
    for (name, text) in [("project.pbxproj", project), ("App.xcconfig", configuration)] {
      for text in [text, text.replacing("\n", with: "\r\n")] {
        let found = try missing(constraints, [name: text])
        #expect(
          found.map { $0.prefix { $0 != " " } } == ["faceID", "contacts", "microphone", "siriKit"],
          "\(name)")
      }
    }
  }

  @Test(
    "Names a merge conflict, and refuses other files",
    arguments: [
      ("a.xcconfig", "<<<<<<< HEAD\nA = 1\n=======\n", "found a conflict marker of Git"),
      ("a.plist", "<plist><dict>\n<<<<<<< HEAD\n", "found a conflict marker of Git"),
      ("a.json", "{}", "expected '<plist>'"),
      ("p", "// !$*UTF8*$!\n{ A = { INFOPLIST_KEY_X = x;", "expected '<plist>'"),
    ])
  func conflicts(name: String, text: String, message: String) throws {
    let run = try validate(["--info-plist", name], [name: text])
    #expect(run.status == 1)
    #expect(run.output.contains(message), "\(run.output)")
  }

  @Test("Reports an invalid file and derives no findings from it")
  func invalid() throws {
    let run = try validate(["--info-plist", "a", "--storekit", "s"], ["a": "<dict/>", "s": "["])
    #expect(run.status == 1)
    #expect(try findings(run) == ["s:1 invalid-json", "a:1 invalid-property-list"])
    let missing = try validate(["--info-plist", "nowhere"], [:])
    #expect(missing.status == 2)
    #expect(missing.output == "")
    #expect(missing.errors == "error: cannot read 'nowhere': no such file\n")
  }
}
