/// An edit of a part of `Whole`. It is made for the innermost value; ``inside(_:_:)`` turns it
/// into an edit of larger values.
struct PartEdit<Whole: Sendable> {
  let kind: MutationKind

  /// The path from `Whole` to the edited part.
  var path: [WrittenStep] = []
  var change = Mutation.Change.neighbour

  /// A closure, because copies of long lists need too much memory.
  let edited: @Sendable () -> Whole

  /// - Parameters:
  /// - step: Leads from the larger value to this one. Nil if both are at the same place in JSON.
  /// - embed: Makes the larger value with an edited part.
  func inside<Outer>(
    _ step: WrittenStep? = nil, _ embed: @escaping @Sendable (Whole) -> Outer
  ) -> PartEdit<Outer> {
    PartEdit<Outer>(kind: kind, path: [step].compactMap(\.self) + path, change: change) {
      [edited] in
      embed(edited())
    }
  }
}

/// The edited declaration, and the manifest with its possible replacements.
struct EditContext {
  let manifest: Manifest
  let subject: References.Target

  let isCompleting: Bool

  /// The most replacements of one reference. Without a limit, the number of edits could be the
  /// square of that of declarations.
  private static let maxOthers = 32

  /// Indices near `index`, of possible replacements. Empty except for ``SuiteCompletion``.
  func others(_ index: Int, of all: Range<Int>) -> [Int] {
    if !isCompleting { return [] }
    let first = min(index - Self.maxOthers / 2, all.count - Self.maxOthers - 1)
    return all.dropFirst(max(0, first)).prefix(Self.maxOthers + 1).filter { $0 != index }
  }

  func replacements(
    _ index: Int, of all: Range<Int>, _ target: (Int) -> References.Target,
    _ make: @escaping @Sendable (Int) -> Constraint
  ) -> [PartEdit<Constraint>] {
    others(index, of: all).filter { !manifest.closure(of: [target($0)]).contains(subject) }
      .map { other in .replacement { make(other) } }
  }
}

extension PartEdit {
  /// A ``Mutation/Change/neighbour`` at the list or `not` around the edited value. The score counts
  /// no edits inside these. The kind makes proofs use the edit's breakpoints.
  var asNeighbour: PartEdit {
    PartEdit(
      kind: .moveBound, change: change == .replacement ? .replacement : .neighbour, edited: edited)
  }

  static func replacement(_ edited: @escaping @Sendable () -> Whole) -> PartEdit {
    PartEdit(kind: .dropConstraint, change: .replacement, edited: edited)
  }
}

extension Condition {
  /// Edits inside each constraint, and its removal. A condition without constraints is true.
  func edits(in context: EditContext) -> [PartEdit<Condition>] {
    zip(constraints.indices, constraints.steps).flatMap { index, step in
      let constraint = constraints[index]
      let dropped = PartEdit(
        kind: .dropConstraint, path: [step],
        change: .without("'\(constraint.name(in: context.manifest))'")
      ) { Condition(constraints.replacing(index, by: nil)) }
      let never = PartEdit(kind: .dropConstraint, path: [step]) {
        replacing(index, by: constraint.never)
      }
      return [dropped, never]
        + constraint.edits(in: context).map { edit in
          edit.inside(step) { replacing(index, by: $0) }
        }
    }
  }
}

extension Array {
  /// Removes the element if the new one is nil.
  fileprivate func replacing(_ index: Int, by element: Element?) -> [Element] {
    var changed = self
    changed.replaceSubrange(index...index, with: [element].compactMap(\.self))
    return changed
  }
}

extension [Constraint] {
  var steps: [WrittenStep] {
    var numbers: [ConstraintKind: Int] = [:]
    return map { constraint in
      defer { numbers[constraint.kind, default: 0] += 1 }
      return .constraint(constraint.kind, numbers[constraint.kind] ?? 0)
    }
  }
}

extension Constraint {
  /// The constraint, made false where it would be true.
  var never: Constraint {
    .allOf([Condition([self]), Condition([.not(Condition([self]))])])
  }

  func edits(in context: EditContext) -> [PartEdit<Constraint>] {
    switch self {
    case .platform(let platform, .versions(let range)):
      return range.edits(moved: platform.moved, text: \.description) {
        .platform(platform, .versions($0))
      }
    case .platform(let platform, .any):
      return [platform.bounded(in: context.manifest).inside { .platform(platform, .versions($0)) }]
    case .platforms(let platforms):
      return edits(ofPlatforms: platforms, in: context.manifest)
    case .device(let requirement):
      let fact = requirement.fact
      return requirement.accepted.edits(of: fact.domain).map {
        $0.inside { .device(DeviceRequirement(fact, $0)) }
      }
    case .permission(let requirement):
      let permission = requirement.permission
      guard let statuses = requirement.statuses else {
        let all = SystemPermission.allCases
        return context.others(Int(permission.rawValue), of: all.indices).map { other in
          .replacement { .permission(PermissionRequirement(all[other])) }
        }
      }
      return valueEdits(statuses, of: permission.statuses, text: \.name) {
        .permission(PermissionRequirement(permission, in: $0))
      }
    case .purchase(let expression):
      return expression.edits(in: context).map { $0.inside { .purchase($0) } }
    case .attribute(let requirement):
      let domain = context.manifest.attributes[requirement.attribute].domain
      @Sendable func accepting(_ accepted: AttributeRequirement.Accepted) -> Constraint {
        .attribute(AttributeRequirement(attribute: requirement.attribute, accepted: accepted))
      }
      let edits = requirement.accepted.edits(of: domain).map { $0.inside(nil, accepting) }
      guard case .otherValues(let refused) = requirement.accepted else { return edits }
      // Without the constraint, an unknown value would satisfy it too.
      let acceptsAll = PartEdit(kind: .dropAlternative) {
        Constraint.anyOf([Condition([self]), Condition([accepting(.values(refused))])])
      }
      return edits + [acceptsAll]
    case .allOf(let conditions):
      return operandEdits(
        conditions, dropping: .dropConstraint, atLeast: 1, edits: { $0.edits(in: context) },
        named: { "condition \($0 + 1) of 'allOf'" }, { .allOf($0) })
    case .anyOf(let conditions):
      return operandEdits(
        conditions, dropping: .dropAlternative, edits: { $0.edits(in: context) },
        named: { "condition \($0 + 1) of 'anyOf'" }, { .anyOf($0) })
    case .rollout(let rollout):
      return [1, -1].compactMap { offset in
        Percent(tenThousandths: Int(rollout.percent.tenThousandths) + offset).map { percent in
          PartEdit(kind: .moveBound) {
            .rollout(RolloutRequirement(percent: percent, bucket: rollout.bucket))
          }
        }
      }
    case .feature(let feature):
      return context.replacements(
        feature, of: context.manifest.features.indices, { .feature($0) }, { .feature($0) })
    case .condition(let condition):
      return context.replacements(
        condition, of: context.manifest.conditions.indices, { .condition($0) }, { .condition($0) })
    case .not(let condition):
      return condition.edits(in: context).map { $0.asNeighbour.inside { .not($0) } }
    case .platform(_, .unsupported), .runtimeEnabled,
      .userToggled:
      return []
    }
  }

  private func edits(
    ofPlatforms platforms: [SupportedPlatform], in manifest: Manifest
  ) -> [PartEdit<Constraint>] {
    var edits: [PartEdit<Constraint>] = valueEdits(
      platforms, text: \.platform.name, step: { .platform($0) }, { .platforms($0) })
    for (index, supported) in platforms.enumerated() {
      let ranges: [PartEdit<VersionRange>] = supported.edits(in: manifest)
      edits += ranges.map { edit in
        edit.inside(.platform(index)) { range -> Constraint in
          .platforms(
            platforms.replacing(index, by: SupportedPlatform(supported.platform, range)))
        }
      }
    }
    return edits
  }
}

/// Edits inside each operand, and the removal of each.
/// - Parameter fewest: The lowest number of operands with which one can be removed.
private func operandEdits<Operand: Sendable, Whole>(
  _ operands: [Operand], dropping kind: MutationKind, atLeast fewest: Int = 2,
  edits: (Operand) -> [PartEdit<Operand>], named: (Int) -> String,
  _ make: @escaping @Sendable ([Operand]) -> Whole
) -> [PartEdit<Whole>] {
  operands.enumerated().flatMap { index, operand in
    let inside = edits(operand).map { edit in
      edit.inside(.element(index)) { make(operands.replacing(index, by: $0)) }
    }
    guard operands.count >= fewest else { return inside }
    let dropped = PartEdit(kind: kind, path: [.element(index)], change: .without(named(index))) {
      make(operands.replacing(index, by: nil))
    }
    return [dropped] + inside
  }
}

extension PurchaseExpression {
  fileprivate func edits(in context: EditContext) -> [PartEdit<PurchaseExpression>] {
    let products = context.manifest.products
    func edits(
      _ operands: [PurchaseExpression], dropping kind: MutationKind,
      _ make: @escaping @Sendable ([PurchaseExpression]) -> PurchaseExpression
    ) -> [PartEdit<PurchaseExpression>] {
      operandEdits(
        operands, dropping: kind, edits: { $0.edits(in: context) },
        named: {
          "'\(operands[$0].text(products: products, groups: context.manifest.groups))'"
        }, make)
    }
    switch self {
    case .product(let product, nil):
      return context.others(product, of: products.indices)
        .filter { products[$0].type != .consumable }.map { other in
          .replacement { .product(other, in: nil) }
        }
    case .product(let product, let statuses):
      return valueEdits(statuses ?? [], of: PurchaseStatus.known, text: \.name) {
        .product(product, in: $0)
      }
    case .group(let group, let level, let statuses):
      let levels = [(level ?? 0) - 1, (level ?? 0) + 1]
        .filter(context.manifest.groups[group].levels.indices.contains)
      let moved = levels.map { level in
        PartEdit(kind: .moveBound) {
          PurchaseExpression.group(group, atLeast: level, in: statuses)
        }
      }
      return moved
        + valueEdits(statuses ?? [], of: PurchaseStatus.known, text: \.name) {
          .group(group, atLeast: level, in: $0)
        }
    case .credits: return []
    case .anyOf(let operands): return edits(operands, dropping: .dropAlternative) { .anyOf($0) }
    case .allOf(let operands): return edits(operands, dropping: .dropConstraint) { .allOf($0) }
    }
  }
}

extension PurchaseStatus {
  fileprivate static let known = allCases.filter { $0 != .unknown }
}

extension AttributeRequirement.Accepted {
  fileprivate func edits(of domain: AttributeDomain) -> [PartEdit<Self>] {
    switch self {
    case .values(let values):
      return valueEdits(values, of: domain.choices, text: domain.text(of:)) { .values($0) }
    case .otherValues(let values):
      return valueEdits(values, of: domain.choices, text: domain.text(of:)) { .otherValues($0) }
        .map(\.asNeighbour)
    case .range(let range):
      return range.edits(moved: { $0.moved(by: $1) }, text: domain.text(of:), { .range($0) })
    case .age(let range):
      return range.edits(moved: { $0.moved(by: $1) }, text: \.description, { .age($0) })
    case .pattern(let pattern): return pattern.edits.map { $0.inside { .pattern($0) } }
    }
  }
}

extension TextPattern {
  fileprivate var edits: [PartEdit<TextPattern>] {
    let parts = parts
    return parts.flatMap { part in
      // INVARIANT: a key or text is removed only if another one remains, so that the pattern still restricts the text.
      @Sendable func edited(_ texts: [ExactText]) -> TextPattern {
        replacing(part, by: texts) ?? self
      }
      let texts = valueEdits(self[part], text: \.text) { $0 }.map { edit in
        edit.inside(.patternPart(part), edited)
      }
      let shorter = self[part].enumerated().flatMap { index, text in
        part.shortened(text.text).map { shorter in
          PartEdit(kind: .moveBound, path: [.patternPart(part)]) {
            edited(self[part].replacing(index, by: ExactText(shorter)))
          }
        }
      }
      guard parts.count > 1 else { return texts + shorter }
      let dropped = PartEdit(
        kind: .dropBound, path: [.patternPart(part)], change: .without("'\(part.name)'")
      ) { edited([]) }
      return [dropped] + texts + shorter
    }
  }
}

extension TextPattern.Part {
  /// Shorter texts that match wherever `text` does.
  fileprivate func shortened(_ text: String) -> [String] {
    let (start, end) = (String(text.dropLast()), String(text.dropFirst()))
    let all =
      switch self {
      case .beginsWith: [start]
      case .endsWith: [end]
      case .contains: [start, end]
      }
    return all.filter { !$0.isEmpty }
  }
}

extension AttributeValue {
  /// The value at this distance, in integers, versions or seconds. Nil beyond the type's limits, or
  /// without an order.
  func moved(by offset: Int64) -> AttributeValue? {
    switch self {
    case .integer(let number) where AttributeDomain.integers.contains(number + offset):
      .integer(number + offset)
    case .version(.version(let version)):
      (offset > 0 ? version.next : version.previous).map { .version(.version($0)) }
    case .date(let date): DateTime(seconds: date.seconds + offset).map { .date($0) }
    default: nil
    }
  }
}

extension Platform {
  /// The next version or, with a negative offset, one just before. If the version was never
  /// released, the next one is the first release after it.
  fileprivate func moved(_ version: Version, by offset: Int64) -> Version? {
    let released = firstRelease(from: version)
    guard offset < 0 else { return released == version ? version.next : released }
    guard let previous = version.previous, firstRelease(from: previous) != previous else {
      return version.previous
    }
    return Version(release(below: version).major, 99)
  }

  /// Makes the range accept every version but the lowest of the app.
  fileprivate func bounded(in manifest: Manifest) -> PartEdit<VersionRange> {
    let least = manifest.app.platforms?.first { $0.platform == self }?.versions?.atLeast
    let second = least?.next ?? (self == .macOS ? Version(10, 1) : Version(2))
    return PartEdit(kind: .moveBound) { .atLeast(second) }
  }
}

extension SupportedPlatform {
  func edits(in manifest: Manifest) -> [PartEdit<VersionRange>] {
    versions?.edits(moved: platform.moved, text: \.description) { $0 }
      ?? [platform.bounded(in: manifest)]
  }
}

// MARK: - Lists and ranges

/// Edits that remove one of several values, or add one.
/// - Parameter all: Values that can be added.
private func valueEdits<Value: Hashable & Sendable, Whole>(
  _ values: [Value], of all: [Value] = [], text: (Value) -> String,
  step: (Int) -> WrittenStep = { .value($0) }, _ make: @escaping @Sendable ([Value]) -> Whole
) -> [PartEdit<Whole>] {
  if values.isEmpty { return [] }
  let added = all.filter { !values.contains($0) }.map { value in
    PartEdit(kind: .dropAlternative) { make(values + [value]) }
  }
  guard values.count > 1 else { return added }
  return added
    + values.enumerated().map { index, value in
      PartEdit(
        kind: .dropAlternative, path: [step(index)], change: .without("'\(text(value))'")
      ) { make(values.replacing(index, by: nil)) }
    }
}

extension AttributeDomain {
  fileprivate var choices: [AttributeValue] {
    if case .choice(let values) = self { values.indices.map { .choice($0) } } else { [] }
  }
}

extension Bounds {
  /// Edits that simulate a mistake: the removal of a limit if there are two, and the move of each
  /// limit to the next value, such as from `>= 2` to `>= 3` or to `>= 1`.
  /// - Parameter moved: The value beside a limit; nil if there is none.
  fileprivate func edits<Whole>(
    moved: (Value, _ offset: Int64) -> Value?, text: (Value) -> String,
    _ make: @escaping @Sendable (Bounds) -> Whole
  ) -> [PartEdit<Whole>] {
    RangeEnd.allCases.flatMap { end in
      let (limit, other, sign) = end == .atLeast ? (atLeast, below, ">=") : (below, atLeast, "<")
      guard let limit else { return [] as [PartEdit<Whole>] }
      func edit(
        _ kind: MutationKind, _ change: Mutation.Change, _ changed: Value?
      ) -> PartEdit<Whole>? {
        let edited =
          end == .atLeast
          ? Bounds(atLeast: changed, below: below) : Bounds(atLeast: atLeast, below: changed)
        return edited.map { edited in
          PartEdit(kind: kind, path: [.bound(end)], change: change) { make(edited) }
        }
      }
      let written = "\(sign) \(text(limit))"
      let dropped = other == nil ? nil : edit(.dropBound, .withoutBound(written), nil)
      let neighbours = [1, -1].map { offset in
        moved(limit, offset).flatMap { value in
          edit(
            .moveBound,
            offset > 0 ? .movedBound(written, to: "\(sign) \(text(value))") : .neighbour, value)
        }
      }
      return ([dropped] + neighbours).compactMap(\.self)
    }
  }
}
