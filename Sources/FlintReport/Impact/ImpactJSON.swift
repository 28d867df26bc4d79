internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
package import FlintText

/// The format `impact --format json`.
extension ImpactReport {
  package func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<ImpactReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("subject", subject, "What the question is about") { $0 }
      JSONMember(
        "features", .list(of: dependent, .lines),
        "The features that require it or whose status depends on it, in the manifest's order"
      ) { report in report.features.map { ($0, report.manifest) } }
      JSONMember(
        "states", .list(of: .text), "The manifest's named states that mention it"
      ) { $0.states }
      JSONMember(
        "lines", .list(of: location, .lines),
        "Every key and value that is its id, in the manifest, the files that it includes and the scenarios"
      ) { $0.places }
    }
  }

  private static var subject: JSONOutput<ImpactReport> {
    .object(
      "subject", "The id or name under the key that says what it is",
      rules: ["oneOf": .exactlyOne(of: Impact.Subject.Kind.allCases.map(\.rawValue))]
    ) {
      Impact.Subject.Kind.allCases.map { kind in
        JSONMember(optionalNamed: kind.rawValue, .nonEmptyText, kind.documentation) { report in
          report.subject.kind == kind ? report.id : nil
        }
      }
    }
  }

  private static var dependent: JSONOutput<(Impact.Feature, Manifest)> {
    .object("dependent", "A feature that depends on the subject") {
      JSONMember("id", .id, "The feature's id") { feature, manifest in
        manifest.features[feature.feature].id
      }
      JSONMember("asks", .boolean, "Whether its own constraints name the subject") { $0.0.asks }
      JSONMember(
        "without", .word,
        "Whether the feature can be available without the subject: never; sometimes, but not wherever it "
          + "can be with it; unchanged; or undecided, where that takes too long to prove"
      ) { $0.0.without }
    }
  }

  private static var location: JSONOutput<Occurrence> {
    .object("location", "A position in a file") {
      JSONMember("path", .text, "The file's path") { $0.path }
      JSONMember("line", .ordinal, "The line, from 1") { $0.location.line }
      JSONMember("column", .ordinal, "The column in Unicode scalars, from 1") {
        $0.location.column
      }
    }
  }
}

extension Impact.Subject.Kind {
  fileprivate var documentation: String {
    switch self {
    case .product: "The product's id"
    case .permission: "The permission's name"
    case .attribute: "The attribute's id"
    case .feature: "The feature's id"
    }
  }
}
