package import FlintText

/// The rules for the files that `import` reads from Firebase and the App Store. A violation is reported as an error or
/// a note.
package enum ImportRule: String, CaseIterable, Sendable {
  case invalidExpression = "invalid-expression"
  case inexpressibleRule = "inexpressible-rule"
  case servedValue = "served-value"
  case leftOutParameter = "left-out-parameter"
  case otherAttributeType = "other-attribute-type"
  case invalidRecord = "invalid-record"
  case unverifiedSignature = "unverified-signature"
  case furtherPages = "further-pages"

  package var severity: Diagnostic.Severity {
    switch self {
    case .invalidExpression, .invalidRecord, .otherAttributeType: .error
    case .inexpressibleRule, .servedValue, .leftOutParameter, .unverifiedSignature, .furtherPages:
      .note
    }
  }

  package var summary: String {
    switch self {
    case .invalidExpression: "conditions of a Remote Config template are valid Firebase expressions"
    case .inexpressibleRule:
      "rules of a Remote Config template that a manifest cannot express become attributes"
    case .servedValue:
      "values that a Remote Config template does not show become attributes"
    case .leftOutParameter: "'import' skips parameters that are not Boolean"
    case .otherAttributeType:
      "attributes of the manifest have the type that the Remote Config template needs"
    case .invalidRecord: "App Store records contain the product and the date of purchase"
    case .unverifiedSignature: "'import' does not verify the signatures of App Store records"
    case .furtherPages: "App Store responses are complete, with all their pages"
    }
  }
}
