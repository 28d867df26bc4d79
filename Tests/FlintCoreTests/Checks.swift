import FlintCore
import FlintModel
import Testing

/// Checks the availability of a feature at this point of an app's life: true, false, or nil if it is undetermined.
func check(
  _ feature: any FeatureDefinition.Type, isAvailable: Bool?,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var answers: Set<Bool?> = [feature.isAvailable]
  // Conditional features declare the property again, because an app can replace it.
  if let conditional = feature as? any ConditionalFeature.Type {
    answers.insert(conditional.isAvailable)
  }
  #expect(answers == [isAvailable], "\(feature)", sourceLocation: sourceLocation)
}

/// Checks that an exit test's program wrote a text to its standard error.
func checkOutput(
  of result: ExitTest.Result?, contains text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(output.contains(text), sourceLocation: sourceLocation)
}
