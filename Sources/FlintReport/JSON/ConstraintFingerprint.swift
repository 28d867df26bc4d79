internal import FlintCore

/// Cheap hashing of constraints, for a cache that need not fear collisions.
struct Fingerprint {
  private(set) var value: UInt64 = 0

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 29
  }

  mutating func add(_ number: Int) { add(UInt64(truncatingIfNeeded: number)) }

  mutating func add(_ constraint: Constraint) {
    switch constraint {
    case .platform(let platform, let constraint):
      add(1 | UInt64(platform.rawValue) << 8)
      add(constraint)
    case .appVersion(let range):
      add(2)
      add(range)
    case .runtimeEnabled: add(3)
    case .userToggled(let value): add(value ? 4 : 5)
    case .permission(let permission): add(6 | UInt64(permission.rawValue) << 8)
    case .purchase(let expression):
      add(7)
      add(expression)
    case .attribute(let requirement):
      add(8 | UInt64(truncatingIfNeeded: requirement.attribute) << 8)
      switch requirement.accepted {
      case .boolean(let value): add(value ? 1 : 0)
      case .choices(let choices): for choice in choices { add(choice + 2) }
      }
    }
  }

  private mutating func add(_ constraint: PlatformVersionConstraint) {
    switch constraint {
    case .any: add(1)
    case .unsupported: add(2)
    case .versions(let range): add(range)
    }
  }

  private mutating func add(_ range: VersionRange) {
    if let low = range.atLeast { add(low) }
    add(3)
    if let high = range.below { add(high) }
  }

  private mutating func add(_ version: Version) {
    add(UInt64(UInt32(bitPattern: version.major)) << 32 | UInt64(UInt32(bitPattern: version.minor)))
    add(Int(version.patch))
  }

  private mutating func add(_ expression: PurchaseExpression) {
    switch expression {
    case .product(let product): add(product)
    case .credits(let product, let quantity):
      add(product)
      add(UInt64(bitPattern: quantity))
    case .anyOf(let operands):
      add(9)
      for operand in operands { add(operand) }
    case .allOf(let operands):
      add(10)
      for operand in operands { add(operand) }
    }
  }
}
