package import FlintCore
package import FlintText

/// A problem with a value in an input file. `fact` describes what is wrong. The message and the hint are derived from
/// it.
package struct InputProblem: Error, Equatable, Sendable {
  package var fact: Fact
  /// The byte range of the text to which the problem refers.
  package var range: Range<Int>

  package init(fact: Fact, range: Range<Int>) {
    self.fact = fact
    self.range = range
  }

  package enum Fact: Equatable, Sendable {
    /// The value has the wrong JSON type. `subject` is the name of the value in the format, for example its key.
    case wrongType(subject: String, found: JSONKind, expected: Expected)
    case unknownKey(String, in: String, nearest: String?)
    /// The key, given first, belongs elsewhere in the format. `in` is the name of the object that contains it, such as
    /// "a permission". `write` is the text to write instead.
    case misplacedKey(String, in: String, write: String)
    /// The value has the wrong JSON type, but its meaning is clear: for example, it is a string instead of a list of
    /// strings. `written` is the JSON to write instead.
    case wrongNotation(subject: String, found: JSONKind, expected: Expected, written: String)
    case duplicateKey(String)
    case missingKey(String, in: String)
    /// The object has none of these keys, although one of them is required.
    case missingOneOf([String], in: String)
    /// The file has a different format than `wanted`, such as "a manifest".
    case otherFormat(FileFormat, wanted: String)
    /// The key is not allowed in combination with other content; see ``Unexpected``.
    case unexpectedKey(String, reason: Unexpected)
    case unsupportedVersion(found: String, subject: String)
    case empty(subject: String)
    case invalidID(String, of: EntityKind)
    case duplicateID(String, of: EntityKind)
    case duplicateValue(String, in: String)
    case duplicateConstraint(String)
    /// The value, given first, is not one of the values that the format or the manifest defines. `of` names the kind of
    /// value. `nearest` is the one of these values that is probably meant, if any.
    case unknownValue(String, of: String, allowed: [String], nearest: String?)
    case unknownPlatform(String, nearest: String?)
    case unknownPermission(String, nearest: String?)
    case undeclared(String, EntityKind, Advice)
    /// A state contains an id that the manifest does not declare. The id is ignored, and this problem is reported as a
    /// warning.
    case ignored(String, EntityKind)
    case invalidVersion(text: String, VersionFault)
    case emptyRange(of: RangeKind, atLeast: String, below: String)
    /// A single value is given instead of a range. `written` is the JSON of the value.
    case notARange(RangeKind, written: String)
    case invalidDate(String)
    /// The time span is invalid. If `hasOneLength` is true, it must have the same length at every date, so years and
    /// months are not allowed.
    case invalidTimeSpan(String, hasOneLength: Bool)
    case invalidPercent(String, subject: String, isAssigned: Bool)
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
    /// The state gives an expiration date for a product that is not a subscription.
    case untilOfNonSubscription(product: String)
    /// The status, given first, is impossible for what `of` names, such as "permission 'camera'". `allowed` are the
    /// statuses that are possible.
    case impossibleStatus(String, of: String, allowed: [String])
    /// A product that is not an auto-renewing subscription has a group.
    case groupOfOtherType(product: String)
    case missingLevel(product: String, group: String, levels: [String])
    case levelOfUnranked(group: String)
    case levelWithoutGroup
    /// A requirement refers to a group that has no product, or none at the required level or above.
    case groupWithoutProduct(group: String, level: String?)
    case misplacedConsumable(product: String, RestrictedCondition)
    case missingBucket(in: RestrictedCondition)
    /// Features or named conditions require each other in a cycle; see ``CyclePath``.
    case cyclicCondition(CyclePath)
    case nestedTooDeep
    case duplicateCondition(in: String)
    case runtimeEnabledFalse
    case conflictingDefault(Bool)
    case nestedConditional
    case conditionalInCondition
    /// A named condition or an assumption has a key that is allowed in features only. The first value is the key; `in`
    /// is `named` or `assumed`.
    case ofFeaturesOnly(String, in: RestrictedCondition)
    /// A scenario step advances the date, but the state has none.
    case noDateToAdvance
    case backwards(String)
    case advancedTooFar
    /// The scenario has no steps, cases or claim.
    case nothingToCheck
    /// A step of a scenario simulates the permission requests of a feature, but does not specify how the user answers
    /// the request for this permission.
    case unanswered(SystemPermission)
    /// No state satisfies the `where` of a claim.
    case impossibleCondition
    /// A claim cannot be proved within the budget of analysis steps. `steps` is the budget.
    case claimTooLarge(steps: Int)
    /// A file cannot be included.
    case inclusion(Inclusion)

    /// A reason why a file cannot be included. The first string is the path as written.
    package enum Inclusion: Error, Equatable, Sendable {
      case absolute(String)
      case outside(String)
      case notFound(String, nearest: String?)
      case unreadable(String, reason: String)
      case twice(String)
      case inItself(String)
      /// The manifest is not a file, for example because it is read from standard input. Relative paths are then
      /// undefined.
      case withoutFolder
    }
  }

  /// The formats of input files, which users may mistake for each other.
  package enum FileFormat: Equatable, Sendable {
    case manifest, scenarios, state, result, storeConfiguration, remoteConfigTemplate, storeRecords
    case somethingElse
  }

  package enum Expected: Equatable, Sendable {
    case object, array, string, integer, bool, version, platformVersion, purchase, boolOrNull
    case choices, choice, choiceOrNull, status, credits, stringOrNull
    case range, date, timeSpan, percent, permission, appPlatforms, appVersions
    case texts, textOrTexts, integers, attribute, expectation
    /// A value of this attribute type or null, as allowed in states.
    case orNull(AttributeType)
  }

  /// The advice about an id that is not declared.
  package enum Advice: Equatable, Sendable {
    case none
    /// The id that is probably meant, because it or its display name is similar to the undeclared id.
    case nearest(String)
    /// The ids of the entities whose id or display name contains the undeclared one.
    case similar([String])
    /// The id belongs to another kind of entity. The string is the text to write instead.
    case write(String)
    /// The same id was already reported with a hint, which is not repeated.
    case alreadyGiven
  }

  package enum EntityKind: Equatable, Sendable {
    case feature, product, attribute, state, action, group, level, condition, assumption,
      bucket
  }

  /// The kinds of values that a range can contain.
  package enum RangeKind: Equatable, Sendable { case version, date, integer, age, percent }

  /// The kinds of conditions with restricted content: guards, named conditions, assumptions and negated conditions.
  /// None of them may require consumables. Named conditions and assumptions have further restrictions; the errors about
  /// those state the kind of the condition with this type, too.
  package enum RestrictedCondition: Equatable, Sendable { case guarding, named, assumed, negated }

  /// A cycle of features and named conditions that require each other.
  package struct CyclePath: Equatable, Sendable {
    /// The display names of the elements, in order. Each element requires the next, and the last requires the first.
    package var names: [String]
    /// For each element of `names`, the reason why it requires the next one: true if the next one is its parent
    /// feature, false if it contains a reference to the next one.
    package var isParent: [Bool]
  }

  package enum Unexpected: Equatable, Sendable {
    /// `values` is given for an attribute that is not a choice.
    case valuesOf(AttributeType)
    /// A text pattern is given for an attribute whose type is not text.
    case patternOf(AttributeType)
    /// The key cannot be combined with another key of the same object, whose name is the associated value.
    case besides(String)
  }

  package enum VersionFault: Equatable, Sendable {
    /// The version is a JSON number that is ambiguous, such as 10.10. `text` is the string to write, if it can be
    /// determined.
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
