/// A condition that is declared once under an id.
///
/// ```swift
/// extension FeatureCondition {
///   static let paid = Self("paid", name: "Paid or staff") {
///     $0.anyOf {
///       $0.purchase(.membership, atLeast: "plus")
///       $0.attribute(.staff)
///     }
///   }
/// }
/// ```
public struct FeatureCondition: Sendable {
  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?
  let contents: Contents

  /// A class, so that a condition that many features use is read once.
  final class Contents: Sendable {
    let declare: @Sendable (FeatureConstraintsBuilder) -> Void

    init(_ declare: @escaping @Sendable (FeatureConstraintsBuilder) -> Void) {
      self.declare = declare
    }
  }

  /// The condition is true if all constraints in the closure are satisfied. Toggles and runtime
  /// flags are errors, and a rollout must name its bucket.
  public init(
    _ id: String, name: String? = nil, description: String? = nil,
    is declare: @escaping @Sendable (FeatureConstraintsBuilder) -> Void
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    contents = Contents(declare)
  }
}

/// A condition that proofs take for granted. It does not affect availability.
///
/// ```swift
/// let debugStaysInside = FeatureAssumption("debug-stays-inside", name: "Only staff run debug builds") {
///   $0.anyOf {
///     $0.attribute(FeatureAttribute.build.is(.beta, .release))
///     $0.attribute(.staff)
///   }
/// }
/// ```
///
/// Pass it to ``Flint/setup(_:_:app:products:assumptions:configure:)`` or
/// ``Manifest/init(describing:_:app:products:assumptions:)``.
public typealias FeatureAssumption = FeatureCondition

// MARK: - The form of a manifest

extension [Constraint] {
  /// Sorted by kind, without duplicates. Several constraints of a kind that a manifest allows once
  /// move into an `allOf`.
  var normalized: [Constraint] {
    var listed = DistinctList<Constraint>()
    var all: [Condition] = []
    for constraint in self {
      if case .allOf(let operands) = constraint {
        all += operands
      } else {
        listed.append(constraint)
      }
    }
    var kept = listed.elements
    for kind in [ConstraintKind.platforms, .anyOf, .not] {
      let several = kept.filter { $0.kind == kind }
      guard several.count > 1 else { continue }
      kept.removeAll { $0.kind == kind }
      all += several.map { Condition([$0]) }
    }
    if !all.isEmpty { kept.append(.allOf(all.distinct)) }
    return ConstraintKind.allCases.flatMap { kind in kept.filter { $0.kind == kind } }
  }

  var depth: Int { flatMap(\.operands).map { 1 + $0.constraints.depth }.max() ?? 0 }
}

extension [Condition] {
  /// Conditions that differ only in order count as duplicates.
  var distinct: [Condition] {
    var known: Set<Condition> = []
    return filter { known.insert($0.normalizedOrder).inserted }
  }
}

extension Constraint {
  /// Whether a list of constraints can contain only one of the two.
  func excludes(_ other: Constraint) -> Bool {
    guard kind == other.kind else { return false }
    return switch (self, other) {
    case (.platform(let one, _), .platform(let other, _)): one == other
    case (.attribute(let one), .attribute(let other)):
      one.attribute == other.attribute
    case (.device, _), (.runtimeEnabled, _),
      (.userToggled, _), (.rollout, _):
      true
    default: self == other
    }
  }
}
