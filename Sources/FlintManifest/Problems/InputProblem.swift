package import FlintModel
package import FlintText

/// A problem with a value in an input file, such as a manifest or a state. `fact` describes what is wrong. The error
/// message and the hint are generated from it.
package struct InputProblem: Error, Equatable, Sendable {
  package var fact: Fact
  /// The byte range of the text to which the problem refers.
  package var range: Range<Int>

  package init(fact: Fact, range: Range<Int>) {
    self.fact = fact
    self.range = range
  }

  package enum Fact: Equatable, Sendable {
    /// The value has the wrong JSON type. `subject` is the name of the value in messages, for example its key.
    case wrongType(subject: String, found: JSONKind, expected: Expected)
    case unknownKey(String, in: String, nearest: String?)
    /// The key, which is the first value, is not allowed in this object, although it is allowed elsewhere in the file.
    /// `in` is the name of the object in messages, such as "a permission". `write` is the text to write instead.
    case misplacedKey(String, in: String, write: String)
    /// The value has the wrong JSON type, but its meaning is clear: for example, it is a string, and a list of strings
    /// is expected. `written` is the JSON to write instead.
    case wrongNotation(subject: String, found: JSONKind, expected: Expected, written: String)
    case duplicateKey(String)
    case missingKey(String, in: String)
    /// The object has none of these keys, but must have one of them.
    case missingOneOf([String], in: String)
    /// The file has another format than the one that is needed here. The first value is its format. `wanted` names the
    /// needed format, such as "a manifest".
    case otherFormat(FileFormat, wanted: String)
    /// The object must not have this key, which is valid in other objects of the same kind. For the reasons, see
    /// ``Unexpected``.
    case unexpectedKey(String, reason: Unexpected)
    case unsupportedVersion(found: String, subject: String)
    case empty(subject: String)
    case invalidID(String, of: EntityKind)
    case duplicateID(String, of: EntityKind)
    case duplicateValue(String, in: String)
    case duplicateConstraint(String)
    /// The value, which is the first string, is not one of the allowed values. `of` is the word for such a value in the
    /// message, such as "product type". `nearest` is the allowed value that the author probably meant; nil if
    /// this is not clear.
    case unknownValue(String, of: String, allowed: [String], nearest: String?)
    case unknownPlatform(String, nearest: String?)
    case unknownPermission(String, nearest: String?)
    case undeclared(String, EntityKind, Advice)
    /// A state contains an id that the manifest does not declare, and the reader is set to ignore such ids. The problem
    /// is therefore a warning, and not an error.
    case ignored(String, EntityKind)
    case invalidVersion(text: String, VersionFault)
    case emptyRange(of: RangeKind, atLeast: String, below: String)
    /// The value is a single value, such as a version, but must be a range. `written` is the JSON of the value, from
    /// which the hint makes a range.
    case notARange(RangeKind, written: String)
    case invalidDate(String)
    /// The string is not a valid time span. If `hasOneLength` is true, years and months are not allowed, because their
    /// lengths vary.
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
    /// The state contains an expiration date (the key `until`) for a product that is not a subscription and cannot
    /// expire.
    case impossibleEnd(UntilKey, product: String)
    case emptyGracePeriod(until: String, String)
    /// The status, which is the first string, is impossible for the permission or product that `of` names, such as
    /// "permission 'camera'". `allowed` lists the statuses that are possible.
    case impossibleStatus(String, of: String, allowed: [String])
    /// A product is assigned to a subscription group, but is not an auto-renewing subscription.
    case groupOfOtherType(product: String)
    case missingLevel(product: String, group: String, levels: [String])
    case levelOfUnranked(group: String)
    case levelWithoutGroup
    /// No product can satisfy a requirement for a subscription group: no product is in the group or, if `level` is not
    /// nil, none is at this level or above.
    case groupWithoutProduct(group: String, level: String?)
    case misplacedConsumable(product: String, ConditionKind)
    case missingBucket(in: ConditionKind)
    /// Features or named conditions require each other in a cycle, such as “a” requires “b” and “b” requires “a”; see
    /// ``CyclePath``.
    case cyclicCondition(CyclePath)
    case nestedTooDeep
    case duplicateCondition(in: String)
    case runtimeEnabledFalse
    case conflictingDefault(Bool)
    case nestedConditional
    case conditionalInCondition
    /// A named condition or an assumption has a key for a switch of a feature, such as `userToggled`, but belongs to no
    /// feature. The first value is the key; `in` is `named` for a named condition and `assumed` for an assumption.
    case ofFeaturesOnly(String, in: ConditionKind)
    /// A step of a scenario moves the date of the simulated state forward, but this state has no date.
    case noDateToAdvance
    case backwards(String)
    case advancedTooFar
    /// The scenario checks nothing: it has no steps, no cases and no claim (`always` or `never`).
    case nothingToCheck
    /// A step of a scenario simulates the permission requests of a feature, but does not contain the user's answer to
    /// the request for this permission.
    case unanswered(SystemPermission)
    /// A claim (a scenario with `always` or `never`) applies to no state, because no possible state satisfies its
    /// condition `where`.
    case impossibleCondition
    /// A claim (a scenario with `always` or `never`) is too complex to prove. The analysis stopped at its limit, which
    /// is `steps` steps.
    case claimTooLarge(steps: Int)
    case inclusion(Inclusion)

    /// A reason why a file cannot be included. The first string is the path as written in the file.
    package enum Inclusion: Error, Equatable, Sendable {
      case absolute(String)
      case outside(String)
      case notFound(String, nearest: String?)
      case unreadable(String, reason: String)
      case twice(String)
      case inItself(String)
      /// The manifest is not a file, for example because it is read from standard input. Paths that are relative to its
      /// folder are then meaningless.
      case withoutFolder
    }
  }

  /// The formats of input files. If a file does not have the expected format, the error message names the format that
  /// it has.
  package enum FileFormat: Equatable, Sendable {
    case manifest, scenarios, state, result, storeConfiguration, remoteConfigTemplate, storeRecords
    case somethingElse
  }

  package enum Expected: Equatable, Sendable {
    case object, array, string, integer, bool, version, platformVersion, purchase
    case choices, choice, status, credits
    case range, date, timeSpan, percent, permission, appPlatforms, appVersions
    case texts, textOrTexts, integers, attribute, expectation
    /// A value of this attribute type, or null. In a state, null means that the value is unknown.
    case orNull(AttributeType)

    /// A value of an attribute of this type that is always known.
    case known(AttributeType)
  }

  /// The advice that the hint gives for an id that is used, but not declared.
  package enum Advice: Equatable, Sendable {
    case none
    /// A declared id that the author probably meant, because this id or its display name is similar to the undeclared
    /// id.
    case nearest(String)
    /// Several declared ids. The author may have meant any of them, because the id or its display name contains the
    /// undeclared id.
    case similar([String])
    /// The id is declared, but for another kind of entity, such as a subscription group instead of a product. The
    /// string is the text to write instead, such as `{ "group": "pro" }`.
    case write(String)
    /// No advice, because the same undeclared id was already reported with a hint.
    case alreadyGiven
  }

  package enum EntityKind: Equatable, Sendable {
    case feature, product, attribute, state, action, group, level, condition, assumption,
      bucket
  }

  /// The kinds of values for which ranges can be written. An age is a time span, such as 30 days.
  package enum RangeKind: Equatable, Sendable { case version, date, integer, age, percent }

  /// The kinds of conditions that must not require a consumable (a product that is bought in units): the condition
  /// under `when` of a conditional block (`guarding`), a named condition, an assumption and the content of a `not`
  /// (`negated`). The app spends the units to unlock a feature that requires them. Conditions of these kinds either
  /// belong to no feature, or do not state a requirement: `when`, for example, only selects the states in which other
  /// constraints apply.
  package enum ConditionKind: Equatable, Sendable { case guarding, named, assumed, negated }

  /// Features and named conditions that require each other in a cycle.
  package struct CyclePath: Equatable, Sendable {
    /// The features and conditions of the cycle, as messages name them. Each requires the next one, and the last
    /// requires the first.
    package var names: [String]
    /// For each element of `names`, the reason why it requires the next one: true if the next one is the feature that
    /// contains it, false if the element refers to the next one in its constraints.
    package var isParent: [Bool]
  }

  package enum Unexpected: Equatable, Sendable {
    /// The key `values` is given for an attribute that is not a choice. Only the values of a choice are listed. The
    /// associated value is the attribute's type.
    case valuesOf(AttributeType)
    /// A text pattern, such as `beginsWith`, is required of an attribute that is not a text. The associated value is
    /// the attribute's type.
    case patternOf(AttributeType)
    /// The object also contains a key with which the unexpected key cannot be combined. The associated value is that
    /// key.
    case besides(String)
  }

  package enum VersionFault: Equatable, Sendable {
    /// The version is written as a JSON number that is not an integer. Such a version is ambiguous, because the numbers
    /// 10.10 and 10.1 are equal. `text` is the string to write instead; nil if it cannot be determined.
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
