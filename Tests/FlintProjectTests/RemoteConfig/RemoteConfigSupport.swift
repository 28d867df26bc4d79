import FlintManifest
import FlintProject
import FlintText
import Foundation

struct InstalledZones: TimeZoneFiles {
  static let folder = "/usr/share/zoneinfo"

  var areInstalled: Bool { FileManager.default.fileExists(atPath: Self.folder) }

  func path(of zone: String) -> String? {
    let path = "\(Self.folder)/\(zone)"
    return FileManager.default.contents(atPath: path)?.starts(with: "TZif".utf8) == true
      ? path : nil
  }
}

/// A system without time zones.
struct NoZones: TimeZoneFiles {
  var areInstalled: Bool { false }
  func path(of zone: String) -> String? { nil }
}

func template(
  _ text: String, zones: any TimeZoneFiles = InstalledZones()
) throws(InvalidInput) -> RemoteConfigPart {
  let source = SourceFile(path: "t.json", text: SourceText(text))
  return try RemoteConfigPart(source, try source.document(), timeZones: zones)
}

func partText(_ text: String) throws(InvalidInput) -> String {
  var sink = ByteSink()
  try template(text).write(to: &sink)
  return sink.string
}

/// Returns a template with a condition for each expression: `c1` and so on.
func templateText(_ expressions: [String], parameters: String = "{}") -> String {
  let conditions = expressions.enumerated().map { index, expression in
    #"{"name": "c\#(index + 1)", "expression": \#(JSONText.quoted(expression))}"#
  }
  return """
    {"conditions": [\(conditions.joined(separator: ",\n"))],
     "parameters": \(parameters)}
    """
}

/// Returns the `is` of each condition as compact JSON, by its id.
func conditions(in part: String) throws -> [String: String] {
  try JSONDocument(part).withRoot { root in
    var conditions: [String: String] = [:]
    for condition in root.member("conditions")?.elements.map({ $0 }) ?? [] {
      guard let id = condition.member("id")?.string, let value = condition.member("is") else {
        continue
      }
      var writer = JSONWriter(.compact)
      writer.value(value)
      conditions[id] = writer.text
    }
    return conditions
  }
}
