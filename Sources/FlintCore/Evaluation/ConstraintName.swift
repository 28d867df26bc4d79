/// How constraints are named in results: `permission:camera`, `when[2]/purchase:A or B`.
extension Constraint {
  /// Writes ``name(block:in:)``.
  package func writeName(to text: inout String, block: Int?, in manifest: Manifest) {
    if let block { text += "when[\(block + 1)]/" }
    text += kind.name
    switch self {
    case .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .rollout, .allOf, .anyOf,
      .not:
      return
    case .platform(let platform, _): text += ":" + platform.name
    case .permission(let requirement):
      text += ":" + requirement.permission.name
      if let statuses = requirement.statuses {
        text += "=" + statuses.map(\.name).joined(separator: "|")
      }
    case .attribute(let requirement): text += ":" + manifest.attributes[requirement.attribute].id
    case .feature(let feature): text += ":" + manifest.features[feature].id
    case .condition(let condition): text += ":" + manifest.conditions[condition].id
    case .purchase(let expression):
      text += ":"
      expression.write(to: &text, products: manifest.products, groups: manifest.groups)
    }
  }

  /// The constraint's id; `block` is the index of its conditional block, if any.
  public func name(block: Int? = nil, in manifest: Manifest) -> String {
    var text = ""
    writeName(to: &text, block: block, in: manifest)
    return text
  }

  /// Who can change the outcome; nil for what is made of others, which several may own.
  public func owner(in manifest: Manifest) -> Owner? {
    switch self {
    case .platform, .platforms, .appVersion, .date: .environment
    case .runtimeEnabled, .rollout: .developer
    case .userToggled, .permission, .purchase: .user
    case .attribute(let requirement): manifest.attributes[requirement.attribute].owner
    case .feature, .condition, .allOf, .anyOf, .not: nil
    }
  }
}

extension Blocker {
  /// The constraint's id, behind the declaring feature's where that is not `feature`: `playback/runtimeEnabled`; behind
  /// nothing but the stroke where it is the app's: `/platform:iOS`.
  public func name(seenFrom feature: Int, in manifest: Manifest) -> String {
    let name = constraint.constraint.name(block: constraint.block, in: manifest)
    return self.feature == feature
      ? name : (self.feature.map { manifest.features[$0].id } ?? "") + "/" + name
  }
}
