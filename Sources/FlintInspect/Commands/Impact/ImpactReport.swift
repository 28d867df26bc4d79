import FlintAnalysis
import FlintModel
import FlintText

struct ImpactReport: Sendable {
  let subject: Impact.Subject
  let manifest: Manifest
  let features: [Impact.Feature]

  let states: [String]

  let occurrences: [Occurrence]

  struct Occurrence: Equatable, Sendable {
    let path: String
    let location: SourceLocation

    init(path: String, _ location: SourceLocation) {
      self.path = path
      self.location = location
    }
  }

  init(
    on subject: Impact.Subject, in manifest: Manifest, features: [Impact.Feature],
    states: [String], occurrences: [Occurrence]
  ) {
    self.subject = subject
    self.manifest = manifest
    self.features = features
    self.states = states
    self.occurrences = occurrences
  }

  var id: String {
    switch subject {
    case .product(let product): manifest.products[product].id
    case .permission(let permission): permission.name
    case .attribute(let attribute): manifest.attributes[attribute].id
    case .feature(let feature): manifest.features[feature].id
    }
  }
}
