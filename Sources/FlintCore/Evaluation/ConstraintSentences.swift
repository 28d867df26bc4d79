/// The one place that says in words how a constraint stands.
extension Evaluator {
  /// Writes one sentence on a constraint of a feature, without a full stop, that names things as people do.
  public func writeMessage(
    of evaluation: ConstraintEvaluation, in feature: Int, to text: inout String
  ) {
    if evaluation.status == .notActive {
      writeInactive(evaluation, in: feature, to: &text)
      return
    }
    switch evaluation.constraint {
    case .platform(let platform, let constraint): write(platform, constraint, to: &text)
    case .appVersion(let range):
      write("app version", range, state.appVersion, found: "this is ", to: &text)
    case .runtimeEnabled:
      switch state.runtimeFlag(of: feature) {
      case .yes: text += "the app has it enabled"
      case .no: text += "the app has it disabled"
      case .unknown: text += "it is not known yet whether the app has it enabled"
      }
    case .userToggled(let value):
      let isOn = state.toggle(of: feature, defaultValue: value)
      text += isOn ? "the user has it turned on" : "the user has it turned off"
    case .permission(let permission): write(permission, to: &text)
    case .purchase(let expression): write(expression, in: feature, to: &text)
    case .attribute(let requirement): write(requirement, to: &text)
    }
    if evaluation.hasUnknownGuard { text += "; it is not known yet whether this is required" }
  }

  /// The sentence as text; see ``writeMessage(of:in:to:)``.
  public func message(of evaluation: ConstraintEvaluation, in feature: Int) -> String {
    var text = ""
    writeMessage(of: evaluation, in: feature, to: &text)
    return text
  }

  private func writeInactive(
    _ evaluation: ConstraintEvaluation, in feature: Int, to text: inout String
  ) {
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
      if let low = range.atLeast { text += "at least \(low)" }
      if range.atLeast != nil, range.below != nil { text += " and " }
      if let high = range.below { text += "below \(high)" }
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

  private func write(_ permission: SystemPermission, to text: inout String) {
    text += "the \(permission.spokenName) permission "
    switch state.status(of: permission) {
    case .authorized: text += "is granted"
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
  }

  private func write(
    _ expression: PurchaseExpression, in feature: Int, to text: inout String
  ) {
    if state.isUnlocked(feature) {
      text += "the app has unlocked it"
      return
    }
    if case .credits(let product, let quantity) = expression {
      let held: Int64 = if case .credits(let held) = state.holding(of: product) { held } else { 0 }
      text += "\(quantity) × “\(manifest.products[product].name)” must be spent; \(held) held"
      return
    }
    let truth = truth(of: expression)
    if truth == .unknown { text += "it is not known yet whether " }
    manifest.write(expression, nested: false, to: &text)
    text += truth == .no ? " has not been purchased" : " has been purchased"
  }

  private func write(_ requirement: AttributeRequirement, to text: inout String) {
    let attribute = manifest.attributes[requirement.attribute]
    let value = state.value(of: requirement.attribute)
    text += "“\(attribute.name)” is "
    attribute.write(value, to: &text)
    guard requirement.truth(of: value) != .yes else { return }
    text += "; "
    switch requirement.accepted {
    case .boolean(let required): attribute.write(.boolean(required), to: &text)
    case .choices(let required):
      for (index, choice) in required.enumerated() {
        if index > 0 { text += index == required.count - 1 ? " or " : ", " }
        attribute.write(.choice(choice), to: &text)
      }
    }
    text += " is required"
  }
}

extension Manifest {
  /// A purchase by its products' names: `“Premium” or (“Basic” and 5 × “Gem”)`.
  public func spokenName(of expression: PurchaseExpression) -> String {
    var text = ""
    write(expression, nested: false, to: &text)
    return text
  }

  /// Writes a purchase with the products' names: `“Premium” or (“Basic” and 5 × “Gem”)`.
  func write(_ expression: PurchaseExpression, nested: Bool, to text: inout String) {
    let operands: [PurchaseExpression]
    let separator: String
    switch expression {
    case .product(let product):
      text += "“\(products[product].name)”"
      return
    case .credits(let product, let quantity):
      text += "\(quantity) × “\(products[product].name)”"
      return
    case .anyOf(let several): (operands, separator) = (several, " or ")
    case .allOf(let several): (operands, separator) = (several, " and ")
    }
    let isGroup = nested && operands.count > 1
    if isGroup { text += "(" }
    for (index, operand) in operands.enumerated() {
      if index > 0 { text += separator }
      write(operand, nested: nested || operands.count > 1, to: &text)
    }
    if isGroup { text += ")" }
  }
}

extension AttributeDeclaration {
  /// Writes a value as people say it: on, off, a choice in quotes, or not known.
  func write(_ value: AttributeValue, to text: inout String) {
    switch (value, domain) {
    case (.unknown, _): text += "not known"
    case (.boolean(let isOn), _): text += isOn.switchWord
    case (.choice(let index), .choice(let values)): text += "“\(values[index])”"
    case (.choice, .boolean): text += "not known"
    }
  }
}
