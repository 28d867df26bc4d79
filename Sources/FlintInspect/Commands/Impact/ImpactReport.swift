package import FlintAnalysis
package import FlintCore
package import FlintText

/// The report of `impact`: the features that depend on a product, a permission, an attribute or a feature.
package struct ImpactReport: Sendable {
  package let subject: Impact.Subject
  package let manifest: Manifest
  package let features: [Impact.Feature]

  /// The names of those named states that contain a value for the subject: the product, permission, attribute or
  /// feature about which the user asked.
  package let states: [String]

  /// The positions in the files at which the id of the subject (the product, permission, attribute or feature about
  /// which the user asked) is a key or a value.
  package let occurrences: [Occurrence]

  package struct Occurrence: Equatable, Sendable {
    package let path: String
    package let location: SourceLocation

    package init(path: String, _ location: SourceLocation) {
      self.path = path
      self.location = location
    }
  }

  package init(
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
