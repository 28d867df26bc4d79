package import FlintCore
package import FlintText

/// What is wrong with a value of an input, as facts.
package struct InputProblem: Error, Equatable, Sendable {
  package var fact: Fact
  /// The bytes that are meant.
  package var range: Range<Int>

  package init(fact: Fact, range: Range<Int>) {
    self.fact = fact
    self.range = range
  }

  package enum Fact: Equatable, Sendable {
    /// `subject` names the value as the format does, for instance by its key.
    case wrongType(subject: String, found: JSONKind, expected: Expected)
    case unknownKey(String, in: String, nearest: String?)
    case duplicateKey(String)
    case missingKey(String, in: String)
    /// The whole file is of another kind than `wanted`.
    case otherFormat(FileFormat, wanted: String)
    /// `key` may not stand in `subject` because of what else is there.
    case unexpectedKey(String, reason: Unexpected)
    case unsupportedVersion(found: String, subject: String)
    case empty(subject: String)
    case invalidID(String, of: Declared)
    case duplicateID(String, of: Declared)
    case duplicateValue(String, in: String)
    case duplicateConstraint(String)
    /// Not one of the fixed or declared values.
    case unknownValue(String, of: String, allowed: [String], nearest: String?)
    case unknownPlatform(String, nearest: String?)
    case unknownPermission(String, nearest: String?)
    case undeclared(String, Declared, nearest: String?)
    case invalidVersion(text: String, VersionFault)
    case emptyRange(atLeast: String, below: String)
    case twoOnly(String, String)
    case besideOnly(String, only: String)
    case onlyUnsupported(String)
    case onlyInGuard(String)
    case unsupportedInGuard
    case invalidInteger(text: String, subject: String, IntegerFault)
    case missingQuantity(product: String)
    case unexpectedQuantity(product: String)
    case creditsExpected(product: String)
    case statusExpected(product: String)
    case runtimeEnabledFalse
    case conflictingDefault(Bool)
    case nestedConditional
    /// A scenario without steps, cases or a claim.
    case nothingToCheck
    /// A simulated flow asks for a permission that the step gives no answer to.
    case unanswered(SystemPermission)
    /// No state is as a claim's `where` wants it.
    case impossibleCondition
    /// Proving a claim takes more work than is granted.
    case claimTooLarge
  }

  /// Kinds of files that are taken for one another.
  package enum FileFormat: Equatable, Sendable {
    case manifest, scenarios, state, result, storeConfiguration, somethingElse
  }

  package enum Expected: Equatable, Sendable {
    case object, array, string, integer, bool, version, platformVersion, purchase, boolOrNull
    case choices, choice, choiceOrNull, status, credits, stringOrNull
  }

  package enum Declared: Equatable, Sendable { case feature, product, attribute, state, action }

  package enum Unexpected: Equatable, Sendable {
    /// A boolean attribute has no list of values.
    case valuesOfBoolean
    /// A requirement is one of a product, `anyOf` and `allOf`.
    case besides(String)
  }

  package enum VersionFault: Equatable, Sendable {
    /// A number that JSON cannot tell from another version; `text` is what to write, where that is clear.
    case number(text: String?)
    case tooLarge
    case leadingZero
    case latestInManifest
    case notAVersion
  }

  package enum IntegerFault: Equatable, Sendable {
    case fractionOrExponent
    case negativeZero
    case below(Int64)
    case tooLarge
  }
}
