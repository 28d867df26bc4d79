/// The one place that says in words how a constraint stands.
extension Evaluator {
  /// Writes one sentence on a constraint of a feature, without a full stop, that names things as people do.
  public func writeMessage(
    of evaluation: ConstraintEvaluation, in feature: Int?, to text: inout String
  ) {
    writeMessage(of: evaluation, of: ConstraintOwner(feature), to: &text)
  }

  /// Writes the sentence on a constraint wherever it stands, in a guard or an alternative too.
  func writeMessage(
    of evaluation: ConstraintEvaluation, of owner: ConstraintOwner, to text: inout String
  ) {
    if evaluation.status == .notActive {
      writeInactive(evaluation, to: &text)
      return
    }
    let feature = owner.feature
    switch evaluation.constraint {
    case .platform(let platform, let constraint): write(platform, constraint, to: &text)
    case .platforms(let platforms): write(platforms, to: &text)
    case .appVersion(let range):
      write("app version", range, state.appVersion, found: "this is ", to: &text)
    case .date(let range): write(range, state.date, of: "the date", to: &text)
    case .runtimeEnabled:
      switch feature.map({ state.runtimeFlag(of: $0) }) ?? .unknown {
      case .yes: text += "the app has it enabled"
      case .no: text += "the app has it disabled"
      case .unknown: text += "it is not known yet whether the app has it enabled"
      }
    case .userToggled(let value):
      let isOn = feature.map { state.toggle(of: $0, defaultValue: value) } ?? value
      text += isOn ? "the user has it turned on" : "the user has it turned off"
    case .permission(let requirement): write(requirement, to: &text)
    case .purchase(let expression):
      let truth = truth(of: expression)
      write(expression, truth, isUnlocked: isUnlocked(owner), to: &text)
    case .attribute(let requirement): write(requirement, to: &text)
    case .rollout(let requirement): write(requirement, to: &text)
    case .feature(let other): write(known[.feature(other)]?.truth ?? .unknown, of: other, to: &text)
    case .condition(let condition):
      let name = manifest.conditions[condition].name
      text += write(known[.condition(condition)]?.truth ?? .unknown, "“\(name)”")
    case .allOf: writeAll(evaluation, to: &text)
    case .anyOf: writeAlternatives(evaluation, to: &text)
    case .not: writeExclusion(evaluation, of: owner.inNot, to: &text)
    }
    if evaluation.hasUnknownGuard { text += "; it is not known yet whether this is required" }
  }

  /// The sentence as text; see ``writeMessage(of:in:to:)``.
  public func message(of evaluation: ConstraintEvaluation, in feature: Int?) -> String {
    var text = ""
    writeMessage(of: evaluation, in: feature, to: &text)
    return text
  }

  private func writeInactive(_ evaluation: ConstraintEvaluation, to text: inout String) {
    if case .platform(let platform, _) = evaluation.constraint, platform != state.platform {
      text += "concerns \(platform.name) only"
    } else {
      text += "not required here"
    }
  }

  // MARK: Environment

  private func write(
    _ platform: Platform, _ constraint: PlatformVersionConstraint, to text: inout String
  ) {
    switch constraint {
    case .any: text += "every version of \(platform.name) will do"
    case .unsupported: text += "not supported on \(platform.name)"
    case .versions(let range):
      write(platform.name, range, state.osVersion, found: "the device has ", to: &text)
    }
  }

  /// `subject` is what has the version, as in “iOS ”; `found` leads to the version that is there.
  private func write(
    _ subject: String, _ range: VersionRange, _ version: InstalledVersion, found: String,
    to text: inout String
  ) {
    func writeVersion() {
      switch version {
      case .latest: text += "the latest \(subject)"
      case .version(let version): text += "\(subject) \(version)"
      }
    }
    switch range.position(of: version) {
    case .within:
      writeVersion()
      text += " is "
      range.writeSpoken(to: &text)
      return
    case .tooLow:
      if let low = range.atLeast { text += "\(subject) \(low) or later is required; " }
    case .tooHigh:
      if let high = range.below { text += "\(subject) below \(high) is required; " }
    }
    text += found
    writeVersion()
  }

  // MARK: User

  private func write(_ requirement: PermissionRequirement, to text: inout String) {
    let permission = requirement.permission
    text += "the \(permission.spokenName) permission "
    let status = state.status(of: permission)
    switch status {
    case .authorized: text += "is granted"
    case .limited: text += "is granted for some of them"
    case .provisional: text += "is granted provisionally, to deliver quietly"
    case .notDetermined: text += "has not been asked for yet"
    case .denied: text += "is denied"
    case .restricted: text += "is restricted on this device"
    case .unsupported:
      text += "does not exist on \(state.platform.name)"
      if permission.support.firstVersion(on: state.platform) != nil,
        case .version(let version) = state.osVersion
      {
        text += " \(version)"
      }
    }
    if let statuses = requirement.statuses, !requirement.accepts(status) {
      text += "; \(alternatives(statuses.map(\.name))) is required"
    }
  }

  private func write(
    _ expression: PurchaseExpression, _ truth: Ternary, isUnlocked: Bool, to text: inout String
  ) {
    if isUnlocked {
      text += "the app has unlocked it"
      return
    }
    switch expression {
    case .credits(let product, let quantity):
      text += "\(quantity) × “\(manifest.products[product].name)” must be spent; "
      text += "\(state.credits(of: product)) held"
      return
    case .product(let product, let statuses?):
      text += "“\(manifest.products[product].name)” is "
      text += (state.status(of: product) ?? .unknown).spokenName
      if truth != .yes { text += "; \(alternatives(statuses.map(\.spokenName))) is required" }
      return
    case .product(let product, nil) where state.status(of: product)?.isTold == true:
      text += "“\(manifest.products[product].name)” is "
      text += (state.status(of: product) ?? .unknown).spokenName
      return
    case .product, .group, .anyOf, .allOf: break
    }
    if truth == .unknown { text += "it is not known yet whether " }
    manifest.write(expression, nested: false, to: &text)
    text += truth == .no ? " has not been purchased" : " has been purchased"
  }

  private func write(_ requirement: AttributeRequirement, to text: inout String) {
    let attribute = manifest.attributes[requirement.attribute]
    let value = state.value(of: requirement.attribute)
    let truth = requirement.truth(of: value, at: state.date)
    text += "“\(attribute.name)” is "
    attribute.write(value, to: &text)
    if case .age = requirement.accepted, value != .unknown {
      text += state.date.map { ", at \($0)" } ?? ", and the date is not known"
    }
    guard truth != .yes else { return }
    text += "; "
    attribute.write(requirement.accepted, to: &text)
    text += " is required"
  }

  private func write(_ requirement: RolloutRequirement, to text: inout String) {
    let name = "“\(manifest.buckets[requirement.bucket])”"
    switch state.bucket(requirement.bucket) {
    case let drawn? where drawn < requirement.percent:
      text += "the draw for \(name), \(drawn), is within the first \(requirement.percent) percent"
    case let drawn?:
      text += "the draw for \(name), \(drawn), is beyond the first \(requirement.percent) percent"
    case nil where requirement.percent == .hundred: text += "it is rolled out to everybody"
    case nil where requirement.percent == .zero: text += "it is rolled out to nobody yet"
    case nil:
      text += "it is not known yet whether this is one of the first \(requirement.percent) percent"
      text += " of \(name)"
    }
  }

  // MARK: What is made of others

  private func write(_ truth: Ternary, of feature: Int, to text: inout String) {
    text += "“\(manifest.features[feature].name)” "
    switch truth {
    case .yes: text += "is available"
    case .no: text += "is not available"
    case .unknown: text += "is not known yet to be available"
    }
  }

  private func write(_ truth: Ternary, _ name: String) -> String {
    switch truth {
    case .yes: "\(name) holds"
    case .no: "\(name) does not hold"
    case .unknown: "it is not known yet whether \(name) holds"
    }
  }

  private func write(_ platforms: [SupportedPlatform], to text: inout String) {
    text += "this is \(state.platform.name)"
    if case .version(let version) = state.osVersion { text += " \(version)" }
    let listed = truth(of: .platforms(platforms), of: .condition)
    if listed == .yes { return }
    text += "; "
    Constraint.platforms(platforms).writeSpokenName(in: manifest, to: &text)
    text += " is required"
  }

  private func write(
    _ range: DateRange, _ date: DateTime?, of subject: String, to text: inout String
  ) {
    guard let date else {
      text += "\(subject) is not known; "
      range.writeSpoken(to: &text)
      text += " is required"
      return
    }
    switch range.position(of: date) {
    case .within: text += "\(date) is "
    case .tooLow: text += "\(date) is too early; "
    case .tooHigh: text += "\(date) is too late; "
    }
    range.writeSpoken(to: &text)
    if !range.contains(date) { text += " is required" }
  }
}
