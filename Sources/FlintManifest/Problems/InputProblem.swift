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
    /// Something of the format that belongs elsewhere; `write` is how.
    case misplacedKey(String, in: String, write: String)
    /// One value stands where a list does; `written` is its JSON.
    case notAList(subject: String, written: String)
    /// A value without the object around it; `written` is that object's JSON.
    case notAnObject(subject: String, found: JSONKind, written: String)
    case duplicateKey(String)
    case missingKey(String, in: String)
    /// None of several keys, one of which is needed.
    case missingOneOf([String], in: String)
    /// The whole file is of another kind than `wanted`.
    case otherFormat(FileFormat, wanted: String)
    /// `key` may not stand in `subject` because of what else is there.
    case unexpectedKey(String, reason: Unexpected)
    case unsupportedVersion(found: String, subject: String)
    case empty(subject: String)
    case invalidID(String, of: EntityKind)
    case duplicateID(String, of: EntityKind)
    case duplicateValue(String, in: String)
    case duplicateConstraint(String)
    /// Not one of the fixed or declared values.
    case unknownValue(String, of: String, allowed: [String], nearest: String?)
    case unknownPlatform(String, nearest: String?)
    case unknownPermission(String, nearest: String?)
    case undeclared(String, EntityKind, nearest: String?)
    /// An id in a state that is passed over, which is worth a warning.
    case ignored(String, EntityKind)
    case invalidVersion(text: String, VersionFault)
    case emptyRange(of: RangeKind, atLeast: String, below: String)
    /// One value stands where a range does; `written` is its JSON.
    case notARange(RangeKind, written: String)
    case invalidDate(String)
    /// `hasOneLength`: where no years and months may stand.
    case invalidTimeSpan(String, hasOneLength: Bool)
    case invalidPercent(String, subject: String, isDrawn: Bool)
    case twoOnly(String, String)
    case besideOnly(String, only: String)
    case onlyUnsupported(String)
    case onlyInCondition(String)
    case unsupportedInCondition
    case unsupportedForApp
    case invalidInteger(text: String, subject: String, IntegerFault)
    case missingQuantity(product: String)
    case unexpectedQuantity(product: String)
    case creditsExpected(product: String)
    case statusExpected(product: String)
    /// Only what is paid for by time runs until a date.
    case untilOfNonSubscription(product: String)
    /// A status that the product or permission cannot have there.
    case impossibleStatus(String, of: String, allowed: [String])
    /// What only an auto-renewing subscription has.
    case groupOfOtherType(product: String)
    case missingLevel(product: String, group: String, levels: [String])
    case levelOfUnranked(group: String)
    case levelWithoutGroup
    /// Asked for, though no product is in it, or none at that level or above.
    case groupWithoutProduct(group: String, level: String?)
    case misplacedConsumable(product: String, ConsumableRefusal)
    case missingBucket(in: ConsumableRefusal)
    /// One step of a way that leads back to where it began; see ``CyclePath``.
    case cyclicCondition(CyclePath)
    case nestedTooDeep
    case duplicateCondition(in: String)
    case runtimeEnabledFalse
    case conflictingDefault(Bool)
    case nestedConditional
    case conditionalInCondition
    /// A key that belongs to a feature, in a named condition or an assumption.
    case ofFeaturesOnly(String, in: ConsumableRefusal)
    /// A step moves a date that the state has not.
    case noDateToAdvance
    case backwards(String)
    case advancedTooFar
    /// A scenario without steps, cases or a claim.
    case nothingToCheck
    /// A simulated flow asks for a permission that the step gives no answer to.
    case unanswered(SystemPermission)
    /// No state is as a claim's `where` wants it.
    case impossibleCondition
    /// Proving a claim takes more work than is granted.
    case claimTooLarge(steps: Int)
    /// Something is wrong with a file that is to be included.
    case inclusion(Inclusion)

    /// Each with the path as it is written.
    package enum Inclusion: Error, Equatable, Sendable {
      case absolute(String)
      case outside(String)
      case notFound(String, nearest: String?)
      case unreadable(String, reason: String)
      case twice(String)
      case inItself(String)
      /// The manifest is no file with others beside it.
      case withoutFolder
    }
  }

  /// Kinds of files that are taken for one another.
  package enum FileFormat: Equatable, Sendable {
    case manifest, scenarios, state, result, storeConfiguration, remoteConfigTemplate, storeRecords
    case somethingElse
  }

  package enum Expected: Equatable, Sendable {
    case object, array, string, integer, bool, version, platformVersion, purchase, boolOrNull
    case choices, choice, choiceOrNull, status, credits, stringOrNull
    case range, date, timeSpan, percent, permission, appPlatforms, appVersions
    case texts, textOrTexts, integers, attribute
    /// What stands in a state where null does too.
    case orNull(AttributeType)
  }

  package enum EntityKind: Equatable, Sendable {
    case feature, product, attribute, state, action, group, level, condition, assumption,
      bucket
  }

  /// What ranges are of.
  package enum RangeKind: Equatable, Sendable { case version, date, integer, age, percent }

  /// Where no consumable can be required.
  package enum ConsumableRefusal: Equatable, Sendable { case guarding, named, assumed, negated }

  /// Who asks for whom, from somebody back to themselves.
  package struct CyclePath: Equatable, Sendable {
    /// In words, the last one asking for the first.
    package var names: [String]
    /// Whether each is asked for by the one before it, or is what the one before it is in.
    package var isParent: [Bool]
  }

  package enum Unexpected: Equatable, Sendable {
    /// Only a choice has a list of values.
    case valuesOf(AttributeType)
    /// Only a text has a pattern.
    case patternOf(AttributeType)
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
    case above(Int64)
  }
}
