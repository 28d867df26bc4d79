/// How constraints are named in results: `permission:camera`, `when[2]/purchase:A or B`.
extension Constraint {
  /// Writes the constraint's id; `block` is the index of its conditional block, if any.
  public func writeName(to text: inout String, block: Int?, in manifest: Manifest) {
    if let block { text += "when[\(block + 1)]/" }
    text += kind.name
    switch self {
    case .appVersion, .runtimeEnabled, .userToggled: return
    case .platform(let platform, _): text += ":" + platform.name
    case .permission(let permission): text += ":" + permission.name
    case .attribute(let requirement): text += ":" + manifest.attributes[requirement.attribute].id
    case .purchase(let expression):
      text += ":"
      expression.write(to: &text, products: manifest.products)
    }
  }

  /// The constraint's id as text; see ``writeName(to:block:in:)``.
  public func name(block: Int? = nil, in manifest: Manifest) -> String {
    var text = ""
    writeName(to: &text, block: block, in: manifest)
    return text
  }

  /// Who can change the outcome.
  public func owner(in manifest: Manifest) -> Owner {
    switch self {
    case .platform, .appVersion: .environment
    case .runtimeEnabled: .developer
    case .userToggled, .permission, .purchase: .user
    case .attribute(let requirement): manifest.attributes[requirement.attribute].owner
    }
  }
}

extension Blocker {
  /// The constraint's id, behind the declaring feature's where that is not `feature`: `playback/runtimeEnabled`.
  public func name(seenFrom feature: Int, in manifest: Manifest) -> String {
    let name = constraint.constraint.name(block: constraint.block, in: manifest)
    return self.feature == feature ? name : manifest.features[self.feature].id + "/" + name
  }
}
