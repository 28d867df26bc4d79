extension NextStep {
  package static let conjunction = (all: " and ", one: " or ")

  /// The sentence then says “on iOS” instead of “because of iOS”.
  private var isAboutPlatform: Bool {
    guard subjects.count == 1 else { return false }
    return subjects[0].isPlatform
  }

  package func writeMessage(in state: ResolvedState, to text: inout String) {
    switch action {
    case .explainUnsupported:
      text += "Tell the user: not available "
      text += isAboutPlatform ? "on " : "because of "
    case .explainExcluded: text += "Tell the user: not available because of "
    case .explainRestricted: text += "Tell the user: this device restricts "
    case .upgradeOS:
      text += "Ask the user to update \(state.platform.name)"
    case .upgradeApp:
      text += "Ask the user to update the app"
    case .waitForDate, .waitForValue: text += "Wait "
    case .notEnabled: text += "Hide the feature: not available because of "
    case .waitForStatus: text += "Wait until the app knows "
    case .updatePayment: text += "Ask the user to update the payment method for "
    case .spendCredits: text += "Offer to spend credits of "
    case .offerPurchase: text += "Offer "
    case .waitForPurchaseStatus: text += "Wait for the store to report the status of "
    case .enableToggle: text += "Let the user turn on "
    case .changeAttribute: text += "Let the user change "
    case .openSettings: text += "Send the user to Settings to allow "
    case .requestPermission: text += "Request "
    }
    if action.namesSubjects { writeSubjects(in: state, to: &text) }
  }

  private func writeSubjects(in state: ResolvedState, to text: inout String) {
    let choice = choice ?? .all(subjects.map { .subject($0) })
    let arePermissions = choice.isList && choice.subjects.allSatisfy { $0.permission != nil }
    if arePermissions { text += action == .explainUnsupported ? "the unsupported " : "the " }
    choice.write(to: &text) { subject, text in
      if arePermissions, let permission = subject.permission {
        text += permission.displayName
      } else {
        state.write(subject, for: action, to: &text)
      }
    }
    guard arePermissions else { return }
    if case .any = choice { text += " permission" } else { text += " permissions" }
  }

  /// One sentence without a full stop: `Offer “Premium”`.
  public func message(in state: ResolvedState) -> String {
    var text = ""
    writeMessage(in: state, to: &text)
    return text
  }
}

extension NextStep.Choice {
  fileprivate var isList: Bool {
    switch self {
    case .subject: false
    case .all(let elements), .any(let elements): elements.count > 1 || elements.contains(where: \.isList)
    }
  }

  fileprivate var subjects: [NextStep.Subject] {
    switch self {
    case .subject(let subject): [subject]
    case .all(let elements), .any(let elements): elements.flatMap(\.subjects)
    }
  }

  fileprivate func write(
    to text: inout String, nested: Bool = false,
    _ writeSubject: (NextStep.Subject, inout String) -> Void
  ) {
    let (elements, conjunction): ([NextStep.Choice], String)
    switch self {
    case .subject(let subject): return writeSubject(subject, &text)
    case .all(let all): (elements, conjunction) = (all, NextStep.conjunction.all)
    case .any(let any): (elements, conjunction) = (any, NextStep.conjunction.one)
    }
    if nested { text += "(" }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += index == elements.count - 1 ? conjunction : ", " }
      element.write(to: &text, nested: elements.count > 1, writeSubject)
    }
    if nested { text += ")" }
  }
}

extension Manifest {
  /// Returns until when to wait for an age of an attribute: `until 2026-12-03`, if the date exists.
  package func displayName(
    ofAge seconds: Int64, since value: AttributeValue, in attribute: Int
  ) -> String {
    if case .date(let begin) = value {
      let (end, isTooLate) = begin.seconds.addingReportingOverflow(seconds)
      if !isTooLate, let end = DateTime(seconds: end) { return Self.end(end) }
    }
    return Self.highEnough + "“\(attributes[attribute].name)”"
  }

  fileprivate static let highEnough = "for a high enough value of "

  fileprivate static func end(_ date: DateTime) -> String { "until \(date)" }
}

extension SentenceWriter {
  /// As in the sentence about the action: `the runtime flag of “Dynamic Speed”`.
  package func write(
    _ subject: NextStep.Subject, for action: NextStep.Action, to text: inout Text
  ) {
    switch (action, subject) {
    case (_, .tooNewVersion): return append(.system, in: &text)
    case (_, .moment(let date)):
      text += Manifest.end(date)
      return
    case (_, .age(let attribute, let seconds)):
      return append(.end(ofAge: seconds, attribute: attribute), in: &text)
    case (.waitForValue, _): text += Manifest.highEnough
    case (.notEnabled, .feature), (.waitForStatus, .feature): text += "the runtime flag of "
    case (.waitForStatus, .bucket): text += "the position in "
    case (.explainUnsupported, .attribute), (.notEnabled, .attribute): text += "the value of "
    case (.explainUnsupported, .permission(let permission)):
      text += "the unsupported \(permission.displayName) permission"
      return
    default: break
    }
    text += subject.displayName(in: manifest)
  }
}

extension NextStep.Subject {
  package var isPlatform: Bool {
    switch self {
    case .platform, .tooNewVersion: true
    case .device, .moment, .permission, .product, .feature, .attribute, .age, .bucket, .constraint:
      false
    }
  }

  fileprivate var permission: SystemPermission? {
    switch reference {
    case .entity(.permission, let index): return SystemPermission(at: index)
    case .constraint(let excluding):
      guard case .requirement(.permission(let requirement)) = excluding.constraint else {
        return nil
      }
      return requirement.permission
    case .platform, .tooNewVersion, .device, .entity: return nil
    }
  }

  /// `“Dynamic Speed”`, `the camera permission`.
  func writeDisplayName(in manifest: Manifest, to text: inout String) {
    switch reference {
    case .platform(let platform), .tooNewVersion(let platform): text += platform.name
    case .device(let fact): text += fact.noun
    case .entity(let kind, let index): manifest.writeDisplayName(of: kind, at: index, to: &text)
    case .constraint(let excluding):
      excluding.constraint.writeDisplayName(in: manifest, to: &text)
    }
  }

  public func displayName(in manifest: Manifest) -> String {
    var text = ""
    writeDisplayName(in: manifest, to: &text)
    return text
  }
}

extension Constraint {
  /// Of what it requires: `“Premium”`, `the camera permission`, `iOS`.
  func displayName(in manifest: Manifest) -> String {
    var text = ""
    writeDisplayName(in: manifest, to: &text)
    return text
  }

  func writeDisplayName(in manifest: Manifest, to text: inout String) {
    switch self {
    case .requirement(.platform(let platform, _)): text += platform.name
    case .requirement(.platforms(let platforms)):
      for (index, supported) in platforms.enumerated() {
        if index > 0 { text += " or " }
        text += supported.platform.name
        if let versions = supported.versions { text += " \(versions)" }
      }
    case .requirement(.device(let requirement)): text += requirement.fact.noun
    case .requirement(.runtimeEnabled): text += "the app's flag"
    case .requirement(.userToggled): text += "the user's toggle"
    case .requirement(.permission(let requirement)):
      text += "the \(requirement.permission.displayName) permission"
    case .requirement(.purchase(let expression)):
      manifest.write(expression, nested: false, to: &text)
    case .requirement(.attribute(let requirement)):
      text += "“\(manifest.attributes[requirement.attribute].name)”"
    case .requirement(.rollout(let requirement)):
      text += "rollout “\(manifest.buckets[requirement.bucket])”"
    case .feature(let feature): text += "“\(manifest.features[feature].name)”"
    case .condition(let condition): text += "“\(manifest.conditions[condition].name)”"
    case .allOf: text += "several conditions"
    case .anyOf: text += "alternative conditions"
    case .not: text += "an excluded condition"
    }
  }
}
