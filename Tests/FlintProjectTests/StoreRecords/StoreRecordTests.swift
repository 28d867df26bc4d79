import FlintManifest
import FlintModel
import FlintText
import Foundation
import TestSupport
import Testing

@testable import FlintProject

@Suite("App Store records") struct StoreRecordTests {
  /// Returns a record with an invalid signature.
  private static func token(_ payload: Substring) -> String {
    ["{\"alg\":\"ES256\"}", payload, "signature"].map { part in
      Data(part.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    }.joined(separator: ".")
  }

  /// Replaces the notations that the header of the examples describes.
  private static func expanded(_ text: String) -> String {
    var text = text.replacing("⏎", with: "\r\n").replacing("<BOM>", with: "\u{FEFF}")
      .replacing(/@([-0-9]+)/) { "\((DateTime(String($0.1))?.seconds ?? 0) * 1000)" }
    while let match = text.firstMatch(of: /«([^«»]*)»/) {
      text.replaceSubrange(match.range, with: token(match.1))
    }
    return text
  }

  private func purchases(_ texts: [String], on date: DateTime?) throws -> [String] {
    do {
      let files = try texts.map { text in
        let source = SourceFile(path: "r.json", text: SourceText(text))
        guard case .storeRecords(let records) = try ImportedFile(source, timeZones: NoZones())
        else { throw CocoaError(.fileReadUnknown) }
        return records
      }
      let purchases = try StorePurchases(files, on: date)
      var sink = ByteSink()
      purchases.write(to: &sink)
      let written = try JSONDocument(sink.string).withRoot { root in
        var writer = JSONWriter(.compact)
        writer.value(root.member("purchases") ?? root)
        return writer.text
      }
      let environments = purchases.testEnvironments.joined(separator: ", ")
      return [(date.map { "on \($0): " } ?? "") + written]
        + (environments.isEmpty ? [] : ["from \(environments)"])
        + files.flatMap(\.notes).map { "note: \($0.rule)" }
    } catch let error as InvalidInput {
      return problemLines(error.diagnostics, in: texts.last ?? "")
    }
  }

  @Test(
    "Become purchases, or are a problem",
    arguments: ExampleFile.examples("store-records", "store-holdings"))
  func records(example: ExampleFile.Example) throws {
    var lines = Self.expanded(example.text).components(separatedBy: "\n")
    var dates: [DateTime?] = [nil]
    if lines[0].hasPrefix("on ") {
      dates += lines.removeFirst().split(separator: " ").dropFirst().map { DateTime(String($0)) }
    }
    var orders = [lines.joined(separator: "\n").components(separatedBy: "\n---\n")]
    if lines[0] == "in any order" {
      let records = lines.dropFirst()
      orders = [Array(records), records.reversed()].map { ["[\($0.joined(separator: ",\n"))]"] }
    }
    let found = try orders.map { texts in
      try dates.flatMap { try purchases(texts, on: $0) }
    }
    try example.record(found[0])
    #expect(found == orders.map { _ in example.expected })
  }
}
