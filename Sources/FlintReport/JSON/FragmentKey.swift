internal import FlintCore

/// The cache key of a JSON fragment: a list of 64-bit words that encodes all values on which the fragment depends.
/// Equal words mean equal fragments.
///
/// Words are much cheaper to compare and hash than the enums that they encode, and they need no reference counting.
struct FragmentKey {
  // INVARIANT: the first `count` words are the key; the others are left over from longer keys.
  private var memory = [UInt64](repeating: 0, count: 32)
  private(set) var count = 0

  /// A cheap hash of the words. Collisions are harmless, because the cache also compares the words.
  private(set) var fingerprint: UInt64 = 0

  var words: ArraySlice<UInt64> { memory[..<count] }

  mutating func removeAll() {
    count = 0
    fingerprint = 0
  }

  @inline(__always)
  mutating func add(_ word: UInt64) {
    if count < memory.count { memory[count] = word } else { memory.append(word) }
    count &+= 1
    fingerprint = (fingerprint ^ word) &* 0x9E37_79B9_7F4A_7C15
    fingerprint ^= fingerprint >> 29
  }

  /// Whether the words in a range of an array are equal to the words of the key.
  @inline(__always)
  func equals(_ words: [UInt64], at range: Range<Int>) -> Bool {
    guard range.count == count else { return false }
    for index in 0..<count where memory[index] != words[range.lowerBound &+ index] { return false }
    return true
  }

  mutating func add(_ number: Int) { add(UInt64(truncatingIfNeeded: number)) }
}

// INVARIANT: The words of each enum case begin with a distinct word that determines how many words or operands follow.
// Different values therefore never have the same words.
extension FragmentKey {
  mutating func add(_ constraint: Constraint) {
    switch constraint {
    case .requirement(.platform(let platform, .any)): add(Self.tag(1, platform.rawValue))
    case .requirement(.platform(let platform, .unsupported)): add(Self.tag(2, platform.rawValue))
    case .requirement(.platform(let platform, .versions(let range))):
      add(Self.tag(3, platform.rawValue))
      add(range)
    case .requirement(.platforms(let platforms)):
      add(Self.tag(30, index: platforms.count))
      for supported in platforms {
        add(Self.tag(supported.versions == nil ? 1 : 3, supported.platform.rawValue))
        if let range = supported.versions { add(range) }
      }
    case .requirement(.appVersion(let range)):
      add(Self.tag(4, 0))
      add(range)
    case .requirement(.date(let range)):
      add(Self.tag(31, 0))
      add(range)
    case .requirement(.runtimeEnabled): add(Self.tag(5, 0))
    case .requirement(.userToggled(let value)): add(Self.tag(6, value ? 1 : 0))
    case .requirement(.permission(let requirement)):
      add(Self.tag(requirement.statuses == nil ? 7 : 32, requirement.permission.rawValue))
      if let statuses = requirement.statuses {
        add(statuses.count)
        for status in statuses { add(UInt64(status.rawValue)) }
      }
    case .requirement(.purchase(let expression)):
      add(Self.tag(8, 0))
      add(expression)
    case .requirement(.attribute(let requirement)): add(requirement)
    case .requirement(.rollout(let requirement)):
      add(Self.tag(33, index: requirement.bucket))
      add(UInt64(requirement.percent.tenThousandths))
    case .feature(let feature): add(Self.tag(34, index: feature))
    case .condition(let condition): add(Self.tag(35, index: condition))
    case .allOf(let conditions): add(conditions, as: 36)
    case .anyOf(let conditions): add(conditions, as: 37)
    case .not(let condition): add([condition], as: 38)
    }
  }

  private mutating func add(_ conditions: [Condition], as tag: UInt64) {
    add(Self.tag(tag, index: conditions.count))
    for condition in conditions {
      add(condition.constraints.count)
      for constraint in condition.constraints { add(constraint) }
    }
  }

  mutating func add(_ step: NextStep) {
    add(Self.tag(20, step.action.rawValue))
    add(step.subjects.count)
    for subject in step.subjects {
      switch subject {
      case .platform(let platform): add(Self.tag(1, platform.rawValue))
      case .appVersion: add(Self.tag(2, 0))
      case .date: add(Self.tag(7, 0))
      case .permission(let permission): add(Self.tag(3, permission.rawValue))
      case .product(let index): add(Self.tag(4, index: index))
      case .feature(let index): add(Self.tag(5, index: index))
      case .attribute(let index): add(Self.tag(6, index: index))
      case .bucket(let index): add(Self.tag(8, index: index))
      case .constraint(let excluding):
        add(Self.tag(9, 0))
        add(excluding.constraint)
      }
    }
  }

  private static func tag(_ tag: UInt64, _ detail: UInt8) -> UInt64 { tag | UInt64(detail) << 8 }

  private static func tag(_ tag: UInt64, index: Int) -> UInt64 {
    tag | UInt64(truncatingIfNeeded: index) << 8
  }

  private mutating func add(_ requirement: AttributeRequirement) {
    switch requirement.accepted {
    case .values(let values):
      add(Self.tag(9, index: requirement.attribute))
      add(values)
    case .otherValues(let values):
      add(Self.tag(10, index: requirement.attribute))
      add(values)
    case .range(.integers(let range)):
      add(Self.tag(44, index: requirement.attribute))
      add(range) { $0.add(Int($1)) }
    case .range(.versions(let range)):
      add(Self.tag(45, index: requirement.attribute))
      add(range)
    case .range(.dates(let range)):
      add(Self.tag(46, index: requirement.attribute))
      add(range)
    case .age(let range):
      add(Self.tag(47, index: requirement.attribute))
      add(range) { $0.add($1.description) }
    case .pattern(let pattern):
      add(Self.tag(48, index: requirement.attribute))
      for part in TextPattern.Part.allCases {
        add(pattern[part].count)
        for text in pattern[part] { add(text.text) }
      }
    }
  }

  /// Adds values of one attribute. The attribute, which determines the type of the values, must have been added before,
  /// so that equal words mean equal values.
  private mutating func add(_ values: [AttributeValue]) {
    add(values.count)
    for value in values {
      switch value {
      case .boolean(let value): add(value ? 1 : 0)
      case .choice(let index): add(index)
      case .text(let text): add(text.text)
      case .integer(let number): add(Int(number))
      case .version, .date, .unknown:
        preconditionFailure("\(value) cannot be an element of a value list")
      }
    }
  }

  private mutating func add<Value>(
    _ range: Bounds<Value>, _ addValue: (inout FragmentKey, Value) -> Void
  ) {
    add((range.atLeast == nil ? 0 : 1) + (range.below == nil ? 0 : 2))
    for limit in range.limits { addValue(&self, limit) }
  }

  /// Adds the limits of a date range with the form in which they are written, because equal dates can be written
  /// differently.
  private mutating func add(_ range: DateRange) {
    add(range) { $0.add(Int($1.seconds) << 2 | Int($1.writtenForm)) }
  }

  private mutating func add(_ text: String) {
    add(text.utf8.count)
    var word: UInt64 = 0
    for (index, byte) in text.utf8.enumerated() {
      word = word << 8 | UInt64(byte)
      guard index % 8 == 7 else { continue }
      add(word)
      word = 0
    }
    if text.utf8.count % 8 != 0 { add(word) }
  }

  /// Adds the limits of a version range with the number of parts that are written: 9 and 9.0 are equal, but their JSON
  /// differs.
  private mutating func add(_ range: VersionRange) {
    add(UInt64(range.atLeast?.writtenParts ?? 0) << 8 | UInt64(range.below?.writtenParts ?? 0))
    if let low = range.atLeast { add(low) }
    if let high = range.below { add(high) }
  }

  private mutating func add(_ version: Version) {
    add(UInt64(UInt32(bitPattern: version.major)) << 32 | UInt64(UInt32(bitPattern: version.minor)))
    add(Int(version.patch))
  }

  private mutating func add(_ expression: PurchaseExpression) {
    switch expression {
    case .product(let product, let statuses):
      add(Self.tag(statuses == nil ? 12 : 17, index: product))
      add(statuses)
    case .group(let group, let level, let statuses):
      add(Self.tag(statuses == nil ? 16 : 18, index: group))
      add(level ?? -1)
      add(statuses)
    case .credits(let product, let quantity):
      add(Self.tag(13, index: product))
      add(UInt64(bitPattern: quantity))
    case .anyOf(let operands):
      add(Self.tag(14, index: operands.count))
      for operand in operands { add(operand) }
    case .allOf(let operands):
      add(Self.tag(15, index: operands.count))
      for operand in operands { add(operand) }
    }
  }

  /// Adds the statuses that a purchase expression lists, such as `expired`. Adds nothing if the expression has no list
  /// (nil). The two cases cannot be confused, because the caller has first added one number for an expression with a
  /// list, and another one for an expression without.
  private mutating func add(_ statuses: [PurchaseStatus]?) {
    guard let statuses else { return }
    add(statuses.count)
    for status in statuses { add(UInt64(status.rawValue)) }
  }
}
