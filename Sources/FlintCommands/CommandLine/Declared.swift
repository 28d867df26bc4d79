internal import FlintCore
internal import FlintManifest
internal import FlintText

/// What the command line calls by its name: the one way in which a name finds what it means.
enum Declared: String, Sendable {
  case feature, product, permission, attribute, group, bucket, state, team

  /// What stands for the name on a help page.
  var placeholder: String {
    switch self {
    case .feature: "FEATURE"
    case .product, .attribute, .group: "ID"
    case .permission, .bucket, .state: "NAME"
    case .team: "TEAM"
    }
  }

  /// Every name in the manifest's order, with what people call it.
  func names(in manifest: Manifest) -> [(id: String, name: String)] {
    switch self {
    case .feature: manifest.features.map { ($0.id, $0.name) }
    case .product: manifest.products.map { ($0.id, $0.name) }
    case .permission: SystemPermission.allCases.map { ($0.name, "") }
    case .attribute: manifest.attributes.map { ($0.id, $0.name) }
    case .group: manifest.groups.map { ($0.id, $0.name) }
    case .bucket: manifest.buckets.map { ($0, "") }
    case .state: manifest.states.map { ($0.name, "") }
    case .team: manifest.teams.map { ($0, "") }
    }
  }
}

/// What there is in the place of a name that nothing has.
enum Known: Equatable {
  /// The one that was probably meant.
  case nearest(String)

  /// None is near.
  case all([String])

  init(near name: String, among names: [String]) {
    self = nearestName(to: name, among: names).map(Known.nearest) ?? .all(names)
  }
}

extension Manifest {
  /// The number of what has this very name: names are told apart by their scalars.
  func index(of name: String, _ declared: Declared) -> Int? {
    switch declared {
    case .feature: features.firstIndex { $0.id.isSame(as: name) }
    case .product: products.firstIndex { $0.id.isSame(as: name) }
    case .permission: SystemPermission.allCases.firstIndex { $0.name.isSame(as: name) }
    case .attribute: attributes.firstIndex { $0.id.isSame(as: name) }
    case .group: groups.firstIndex { $0.id.isSame(as: name) }
    case .bucket: buckets.firstIndex { $0.isSame(as: name) }
    case .state: states.firstIndex { $0.name.isSame(as: name) }
    case .team: teams.firstIndex { $0.isSame(as: name) }
    }
  }

  func nearest(to name: String, _ declared: Declared) -> String? {
    let guess = declared == .permission ? Guess.permission(name) : nil
    return guess ?? nearestName(to: name, among: declared.names(in: self).lazy.map(\.id))
  }

  /// The number of what a value names; a feature may be called by the name that people know, too.
  ///
  /// - Parameter option: The option that names it, nil for an argument.
  func find(_ name: String, _ declared: Declared, option: String?) throws(ValueProblem) -> Int {
    if let index = index(of: name, declared) { return index }
    let called = declared == .feature ? features(called: name) : []
    if called.count == 1 { return called[0] }
    if called.count > 1 {
      let candidates = called.map { features[$0].id }
      throw .ambiguous(declared, name, option: option, candidates: candidates)
    }
    var nearest = nearest(to: name, declared)
    if nearest == nil, declared == .feature {
      nearest = nearestName(to: name, among: features.lazy.map(\.name))
    }
    let known = nearest.map(Known.nearest) ?? .all(declared.names(in: self).map(\.id))
    throw .unknown(declared, name, option: option, known: known)
  }

  /// Capitals of ASCII count for nothing.
  private func features(called name: String) -> [Int] {
    features.indices.filter { index in
      let other = features[index].name.utf8
      return other.count == name.utf8.count
        && zip(other, name.utf8).allSatisfy { $0.asLowercase == $1.asLowercase }
    }
  }
}

extension UInt8 {
  fileprivate var asLowercase: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}
