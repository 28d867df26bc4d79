import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

extension ImpactReport {
  func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<ImpactReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("subject", subject, "The product, permission, attribute or feature under analysis")
      { $0 }
      JSONMember(
        "features", .list(of: dependent, .lines),
        "The features that require the subject or whose status depends on it, in the manifest's order"
      ) { report in report.features.map { ($0, report.manifest) } }
      JSONMember(
        "states", .list(of: .text), "The manifest's named states that mention the subject"
      ) { $0.states }
      JSONMember(
        "lines", .list(of: location, .lines),
        "The positions of the subject's id in the manifest, its included files and the scenarios"
      ) { $0.occurrences }
    }
  }

  private static var subject: JSONOutput<ImpactReport> {
    .object(
      "subject", "The subject of the analysis: the key is its kind, and the value its id or name",
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
      JSONMember("asks", .boolean, "Whether the feature's own constraints name the subject") {
        $0.0.namesSubject
      }
      JSONMember(
        "without", .word,
        """
        Whether the feature can be available without the subject, for example if the product is \
        not purchased: never; sometimes (in fewer states than with it); unchanged; only (never \
        with it); or undecided (too complex to prove)
        """
      ) { $0.0.effect }
    }
  }

  private static var location: JSONOutput<Occurrence> {
    .object("location", "A position in a file") {
      JSONMember("path", .text, "The path of the file") { $0.path }
      JSONMember("line", .ordinal, "The line, counted from 1") { $0.location.line }
      JSONMember("column", .ordinal, "The column in Unicode scalars, counted from 1") {
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
