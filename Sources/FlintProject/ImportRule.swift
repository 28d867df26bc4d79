package import FlintText

/// The rules about the files of Firebase and of the App Store, for errors and for notes.
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
    case .invalidExpression: "a condition of a Remote Config template is in Firebase's language"
    case .inexpressibleRule:
      "a rule of a Remote Config template becomes an attribute where a manifest cannot express it"
    case .servedValue:
      "a value that a Remote Config template does not show becomes an attribute"
    case .leftOutParameter: "'import' leaves out parameters that are not Boolean"
    case .otherAttributeType:
      "an attribute of a manifest has the type that the Remote Config template needs"
    case .invalidRecord: "a record of the App Store says what was bought, and when"
    case .unverifiedSignature: "'import' does not verify the signatures of App Store records"
    case .furtherPages: "an answer of the App Store has no further pages"
    }
  }
}
