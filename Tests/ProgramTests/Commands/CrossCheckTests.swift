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

  @Test("Reports an invalid file and derives no findings from it")
  func invalid() throws {
    let run = try validate(["--info-plist", "a", "--storekit", "s"], ["a": "<dict/>", "s": "["])
    #expect(run.status == 1)
    #expect(try findings(run) == ["s:1 invalid-json", "a:1 invalid-property-list"])
    let missing = try validate(["--info-plist", "nowhere"], [:])
    #expect(missing.status == 2)
    #expect(try findings(missing) == [])
    #expect(missing.errors == "error: cannot read 'nowhere': no such file\n")
  }
}
