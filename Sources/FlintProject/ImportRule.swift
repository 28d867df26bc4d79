package enum ImportRule: String, CaseIterable, Sendable {
  case invalidExpression = "invalid-expression"
  case inexpressibleRule = "inexpressible-rule"
  case servedValue = "served-value"
  case leftOutParameter = "left-out-parameter"
  case invalidRecord = "invalid-record"
  case unverifiedSignature = "unverified-signature"
  case furtherPages = "further-pages"

  package var severity: Diagnostic.Severity {
    self == .invalidExpression || self == .invalidRecord ? .error : .note
  }

  package var summary: String {
    switch self {
    case .invalidExpression:
      "a condition of a Remote Config template must be a valid Firebase expression"
    case .inexpressibleRule:
      "a Remote Config rule that a manifest cannot express; 'import' creates an attribute for it"
    case .servedValue:
      "a value that the Remote Config template lacks; 'import' creates an attribute for it"
    case .leftOutParameter:
      "a Remote Config parameter that is not Boolean; 'import' skips it"
    case .invalidRecord: "an App Store record must contain the product and the date of purchase"
    case .unverifiedSignature: "App Store records whose signatures 'import' has not verified"
    case .furtherPages: "an App Store response that is incomplete, because it has further pages"
    }
  }

  func diagnostic(
    _ message: String, hint: String? = nil, at range: Range<Int>? = nil
  ) -> Diagnostic {
    Diagnostic(severity, rule: rawValue, message: message, hint: hint, range: range)
  }
}
