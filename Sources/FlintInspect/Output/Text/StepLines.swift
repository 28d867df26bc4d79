import FlintModel

extension Sentences {
  /// `Offer “Pro”; then: send the user to Settings to allow the camera permission`
  func stepsDisplayText(of evaluation: FeatureEvaluation) -> String? {
    let messages = steps(of: evaluation).map { $0.message(in: state) }
    guard let next = messages.first else { return nil }
    let later = messages.dropFirst().map(\.lowercasedFirst)
    return later.isEmpty ? next : next + "; then: " + later.joined(separator: "; ")
  }
}
