/// The one place that says in words what to do next.
extension NextStep.Action {
  /// Writes one sentence to the app's team, without a full stop: what to tell, offer or ask the user.
  ///
  /// - Parameter writeSubjects: writes what the action is about, where the sentence names it.
  package func writeMessage<Speaker: SentenceSpeaker>(
    by speaker: Speaker, to text: inout Speaker.Text, _ writeSubjects: (inout Speaker.Text) -> Void
  ) {
    switch self {
    case .explainUnsupported: text += "Explain what is not supported here: "
    case .explainRestricted: text += "Explain what is restricted on this device: "
    case .upgradeOS:
      text += "Ask for an update of "
      speaker.say(.platform, in: &text)
      return
    case .upgradeApp:
      text += "Ask for an update of the app"
      return
    case .notEnabled: text += "Leave it hidden, the app does not enable it: "
    case .waitForStatus: text += "Wait until it is known: "
    case .spendCredits: text += "Offer to spend credits: "
    case .offerPurchase: text += "Offer "
    case .waitForPurchaseStatus: text += "Wait for the store’s answer: "
    case .enableToggle: text += "Let the user turn on "
    case .changeAttribute: text += "Let the user change "
    case .openSettings: text += "Send the user to Settings to allow "
    case .requestPermission: text += "Ask for "
    }
    writeSubjects(&text)
  }
}

extension NextStep {
  /// Writes one sentence to the app's team, without a full stop; see ``Action/writeMessage(by:to:_:)``.
  public func writeMessage(in state: ResolvedState, to text: inout String) {
    action.writeMessage(by: state, to: &text) { text in
      for (index, subject) in subjects.enumerated() {
        if index > 0 { text += ", " }
        state.write(subject, to: &text)
      }
    }
  }

  /// The sentence as text; see ``writeMessage(in:to:)``.
  public func message(in state: ResolvedState) -> String {
    var text = ""
    writeMessage(in: state, to: &text)
    return text
  }
}

extension SentenceSpeaker {
  /// Writes a subject as people call it: `“Dynamic Speed”`, `the camera permission`.
  package func write(_ subject: NextStep.Subject, to text: inout Text) {
    switch subject {
    case .platform(let platform): text += platform.name
    case .appVersion: text += "the app version"
    case .permission(let permission):
      text += "the "
      say(.name(.permission(permission)), in: &text)
      text += " permission"
    case .product(let product): quote(.product(product), in: &text)
    case .feature(let feature): quote(.feature(feature), in: &text)
    case .attribute(let attribute): quote(.attribute(attribute), in: &text)
    }
  }

  /// Writes a name in quotes.
  package func quote(_ named: SentenceSlot.Named, in text: inout Text) {
    text += "“"
    say(.name(named), in: &text)
    text += "”"
  }
}
