import FlintManifest
import FlintModel
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintProject

@Suite("Random templates")
struct RandomTemplateTests {
  @Test(
    "Have the same meaning in a manifest as in Firebase, for any known facts of a device",
    arguments: TestDepth.seeds(12, thorough: 3000))
  func agreement(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let template = RandomTemplate(&random)
    let part = try partText(template.text)
    #expect(try partText(template.text) == part)
    let (file, ids) = try Self.manifest(with: part)
    #expect(ids.count == template.conditions.count + template.parameters.count)
    for _ in 0..<15 {
      let device = RandomDevice(of: template.rules.facts, &random)
      let truths = template.conditions.map { $0.truth(device) }
      let expected = truths + template.parameters.map { $0.truth(of: device, truths) }
      let state = Self.state(of: device, in: file.manifest)
      let read = try file.state(in: SourceFile(path: "s.json", text: SourceText(state)))
      let actual = Evaluator(file.manifest, in: read).statuses()
      #expect(actual.map(\.truth) == expected, "seed \(seed), \(ids), \(state)")
    }
  }

  /// Returns a manifest with a feature for each condition of a part.
  private static func manifest(with part: String) throws -> (ManifestFile, ids: [String]) {
    let ids = try JSONDocument(part).withRoot { root in
      root.member("conditions")?.elements.compactMap { $0.member("id")?.string } ?? []
    }
    let features = ids.enumerated().map { index, id in
      #"{"id": "f\#(index)", "constraints": {"conditions": ["\#(id)"]}}"#
    }
    let end = try #require(part.range(of: "\n}\n", options: .backwards))
    let text = part[..<end.lowerBound] + ",\n\"features\": [\(features.joined(separator: ",\n"))]}"
    return (try ManifestFile(SourceFile(path: "m.json", text: SourceText(String(text)))), ids)
  }

  /// Returns the device as a state. Attributes are found by their names, which are also their ids unless these are in
  /// use.
  private static func state(of device: RandomDevice, in manifest: Manifest) -> String {
    func version(_ parts: [Int]) -> String { parts.map(String.init).joined(separator: ".") }
    func date(_ seconds: Int) -> String { DateTime(seconds: Int64(seconds))?.description ?? "" }
    var values: [String: String] = [:]
    values.merge(device.texts.mapValues(JSONText.quoted)) { $1 }
    values.merge(device.numbers.mapValues(String.init)) { $1 }
    values.merge(device.versions.mapValues { JSONText.quoted(version($0)) }) { $1 }
    values.merge(device.dates.mapValues { JSONText.quoted(date($0)) }) { $1 }
    values.merge(device.truths.mapValues { "\($0)" }) { $1 }
    let attributes = manifest.attributes.compactMap { attribute in
      values[attribute.name].map { "\"\(attribute.id)\": \($0)" }
    }
    let buckets = manifest.buckets.compactMap { bucket in
      device.positions[bucket].map { position in
        "\"\(bucket)\": \(Percent(tenThousandths: position)?.description ?? "")"
      }
    }
    var members = [
      #""attributes": {\#(attributes.joined(separator: ", "))}"#,
      #""buckets": {\#(buckets.joined(separator: ", "))}"#,
    ]
    if let appVersion = device.appVersion {
      members.append(#""appVersion": "\#(version(appVersion))""#)
    }
    if let moment = device.date { members.append(#""date": "\#(date(moment))""#) }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension FeatureStatus {
  fileprivate var truth: Bool? {
    switch self {
    case .available: true
    case .unavailable: false
    case .undetermined: nil
    }
  }
}
