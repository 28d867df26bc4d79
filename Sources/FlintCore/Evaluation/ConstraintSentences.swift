/// The one place that says in words how a constraint stands.
extension SentenceSpeaker {
  /// Writes one sentence on a constraint, without a full stop, that names things as people do.
  func write(_ constraint: Constraint, _ standing: Standing, to text: inout Text) {
    switch (constraint, standing) {
    case (.platform(let platform, _), .concernsAnother):
      text += "concerns \(platform.name) only"
    case (_, .notRequired), (_, .concernsAnother): text += "not required here"
    case (.platform(let platform, .versions(let range)), .version(let position)):
      write(platform.name, range, position, .system, found: "the device has ", to: &text)
    case (.platform(let platform, .unsupported), _): text += "not supported on \(platform.name)"
    case (.platform(let platform, _), _): text += "every version of \(platform.name) will do"
    case (.appVersion(let range), .version(let position)):
      write("app version", range, position, .appVersion, found: "this is ", to: &text)
    case (.runtimeEnabled, .flag(.yes)): text += "the app has it enabled"
    case (.runtimeEnabled, .flag(.no)): text += "the app has it disabled"
    case (.runtimeEnabled, _): text += "it is not known yet whether the app has it enabled"
    case (.userToggled, .flag(.yes)): text += "the user has it turned on"
    case (.userToggled, _): text += "the user has it turned off"
    case (.permission(let permission), _): write(permission, standing, to: &text)
    case (.purchase(let expression), _): write(expression, standing, to: &text)
    case (.attribute(let requirement), _):
      write(requirement, isRight: standing == .value(isRight: true), to: &text)
    case (.appVersion, _): preconditionFailure("a version does not stand as \(standing)")
    }
  }

  /// What is said behind the sentence on a constraint whose guard is not known.
  func writeOpenGuard(to text: inout Text) {
    text += "; it is not known yet whether this is required"
  }

  // MARK: Environment

  /// `subject` is what has the version, as in “iOS”; `found` leads to the version that is there.
  private func write(
    _ subject: String, _ range: VersionRange, _ position: VersionRange.Position,
    _ version: SentenceSlot, found: String, to text: inout Text
  ) {
    switch position {
    case .within:
      say(version, in: &text)
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
    say(version, in: &text)
  }

  // MARK: User

  private func write(
    _ permission: SystemPermission, _ standing: Standing, to text: inout Text
  ) {
    text += "the "
    say(.name(.permission(permission)), in: &text)
    text += " permission "
    guard case .permission(let status) = standing else {
      text += "does not exist on "
      say(.platform, in: &text)
      return
    }
    switch status {
    case .authorized: text += "is granted"
    case .notDetermined: text += "has not been asked for yet"
    case .denied: text += "is denied"
    case .restricted: text += "is restricted on this device"
    case .unsupported:
      text += "does not exist on "
      say(.numberedSystem, in: &text)
    }
  }

  private func write(
    _ expression: PurchaseExpression, _ standing: Standing, to text: inout Text
  ) {
    if standing == .unlocked {
      text += "the app has unlocked it"
      return
    }
    if case .credits(let product, let quantity) = expression {
      text += "\(quantity) × “\(manifest.products[product].name)” must be spent; "
      say(.credits(product), in: &text)
      text += " held"
      return
    }
    if standing == .purchase(.unknown) { text += "it is not known yet whether " }
    text += manifest.spokenName(of: expression)
    text += standing == .purchase(.no) ? " has not been purchased" : " has been purchased"
  }

  private func write(
    _ requirement: AttributeRequirement, isRight: Bool, to text: inout Text
  ) {
    let attribute = manifest.attributes[requirement.attribute]
    text += "“\(attribute.name)” is "
    say(.value(requirement.attribute), in: &text)
    if isRight { return }
    text += "; "
    switch requirement.accepted {
    case .boolean(let required): text += attribute.spoken(.boolean(required))
    case .choices(let required):
      for (index, choice) in required.enumerated() {
        if index > 0 { text += index == required.count - 1 ? " or " : ", " }
        text += attribute.spoken(.choice(choice))
      }
    }
    text += " is required"
  }
}

extension Evaluator {
  /// Writes one sentence on a constraint of a feature, without a full stop, that names things as people do.
  public func writeMessage(
    of evaluation: ConstraintEvaluation, in feature: Int, to text: inout String
  ) {
    state.write(evaluation.constraint, standing(of: evaluation, in: feature), to: &text)
    if evaluation.hasUnknownGuard { state.writeOpenGuard(to: &text) }
  }

  /// The sentence as text; see ``writeMessage(of:in:to:)``.
  public func message(of evaluation: ConstraintEvaluation, in feature: Int) -> String {
    var text = ""
    writeMessage(of: evaluation, in: feature, to: &text)
    return text
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

  /// A value as people say it; see ``write(_:to:)``.
  package func spoken(_ value: AttributeValue) -> String {
    var text = ""
    write(value, to: &text)
    return text
  }
}
