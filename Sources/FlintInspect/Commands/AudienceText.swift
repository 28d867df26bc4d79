struct AudienceText {
  let style: TextStyle

  /// The number of compared features; nil if all are compared.
  var comparedCount: Int?

  /// Whether a comparison lists unchanged features, because the user chose the features.
  var listsUnchanged = false

  /// The options that change each line's state, as typed.
  var changes: [String] = []

  /// Gives features' names; nil shows their ids instead.
  var manifest: Manifest?

  /// Gives sentences on constraints; nil shows constraints' ids instead.
  var sentences: CauseSentences?

  func write(_ audience: Audience, into sink: inout ByteSink) {
    style.write(heading(audience), to: &sink)
    for broken in audience.impossible ?? [] where broken.weight > 0 {
      let share = broken.weight.share(of: audience.weight)
      let line: Line =
        "\("! ", .open)assumption '\(broken.id)' is false for \(counted(users: broken.weight))\(" (\(share))", .quiet)"
      style.write(line, to: &sink)
    }
    // An empty population has nothing else to report.
    if audience.states == 0 { return }
    let groups = GroupLines(of: audience, width: style.width)
    let declared = Dictionary(
      (manifest?.features ?? []).enumerated().map { ($1.id, $0) }, uniquingKeysWith: { $1 })
    let indices = audience.features.map { declared[$0.id] }
    let parents = Set(indices.compactMap { $0.flatMap { manifest?.features[$0].parent } })
    let shown = audience.features.indices.filter { number in
      let isUnchanged = audience.against?[number].moves.occurring.isEmpty ?? false
      let isGrouping = indices[number].map {
        parents.contains($0) && manifest?.features[$0].isGrouping == true
      }
      return isGrouping != true && (!isUnchanged || listsUnchanged)
    }
    if let against = audience.against, let affected = audience.affected {
      let text = ComparisonText(sentences: sentences, weight: audience.weight)
      style.write(
        text.headline(affected, ofFeatures: comparedCount) + (groups?.affectedLines ?? []) + [
          .blank
        ]
          + text.lines(against) + (shown.isEmpty ? [] : [.blank]), to: &sink)
    }
    let columns = Columns(of: audience, width: style.width)
    if !shown.isEmpty { style.write(columns.head, to: &sink) }
    for number in shown {
      let (feature, index) = (audience.features[number], indices[number])
      style.write(
        [
          .blank,
          "\(named: index.flatMap { manifest?.features[$0].name } ?? feature.id, id: feature.id)",
        ], to: &sink)
      style.write(columns.bar(feature), to: &sink)
      style.write(
        RolloutShare.all(of: feature, index, in: manifest).filter { $0.eligible > 0 }.map {
          $0.line(judged: audience.weight == audience.states)
        }, to: &sink)
      style.write(columns.gains(feature), to: &sink)
      style.write(groups?.lines(of: number) ?? [], to: &sink)
    }
  }

  private func heading(_ audience: Audience) -> Line {
    let states = "\(audience.states.grouped) \(plural("state", audience.states))"
    var line: Line = "\(states, .strong)"
    if audience.weight != audience.states { line.add(", \(counted(users: audience.weight))") }
    if audience.rejected > 0 {
      let lines = plural("line", audience.rejected)
      line.add("   ✗ \(audience.rejected.grouped) \(lines) rejected", .bad)
    }
    let count = audience.ignored.count
    if count > 0 {
      let ids = counted(count, "undeclared id") + (count < UndeclaredID.limit ? "" : " or more")
      line.add("   \(ids) ignored", .quiet)
    }
    if !changes.isEmpty { line.add("   with \(changes.joined(separator: " "))", .quiet) }
    return line
  }
}

/// Draws a feature's bar and numbers, aligned with those of all features.
private struct Columns {
  let weight: Int64
  let digits: Int
  let cells: Int
  static let statuses: [FeatureStatus] = [.available, .undetermined, .unavailable]
  var width: Int { max(digits + 9, "undetermined".count) + 2 }

  init(of audience: Audience, width: Int) {
    weight = audience.weight
    digits = weight.grouped.utf8.count
    cells = min(max(width - 2 - 3 * (digits + 11), 8), 20)
  }

  var head: Line {
    var line = Line(indentation: 2, hanging: 2)
    line.pad(to: 2 + cells)
    for status in Self.statuses {
      line.add(.spaces(width - status.name.count))
      line.add(status.name, .quiet, isBreakable: false)
    }
    return line
  }

  func bar(_ feature: Audience.Feature) -> Line {
    var line = Line(indentation: 2)
    let available = feature.available.cells(of: weight, in: cells)
    // Saved results may contradict themselves, so the sum is clamped.
    let open = Int64(clamping: UInt64(feature.available) + UInt64(feature.undetermined)).cells(
      of: weight, in: cells)
    line.add(String(repeating: "█", count: available), .good, isBreakable: false)
    line.add(String(repeating: "▒", count: open - available), .open, isBreakable: false)
    line.add(String(repeating: "·", count: cells - open), .quiet, isBreakable: false)
    for (total, status) in zip(
      [feature.available, feature.undetermined, feature.unavailable], Self.statuses)
    {
      line.add(total: total, of: weight, status.symbol, status.role, digits, width: width)
    }
    return line
  }

  /// Lists decisive constraints, with the people whom each alone excludes. If none is decisive,
  /// lists all constraints that are in the way.
  func gains(_ feature: Audience.Feature) -> [Line] {
    // Constraints with the same gain keep their declared order.
    let sorted = feature.constraints.filter { $0.decisive > 0 }.enumerated().sorted {
      ($1.element.decisive, $0.offset) < ($0.element.decisive, $1.offset)
    }
    if !sorted.isEmpty {
      return sorted.map { gain($0.element.decisive, $0.element.name(seenFrom: feature.id)) }
    }
    let open = feature.constraints.filter { $0.notSatisfied > 0 || $0.notDetermined > 0 }
      .map { $0.name(seenFrom: feature.id) }
    return open.isEmpty
      ? [] : [Line(indentation: 2, "\("several at once: ", .quiet)\(listed(open))")]
  }

  func gain(_ gain: Int64, _ name: String) -> Line {
    let share = gain.share(of: weight)
    let text = "\(String.spaces(5 - share.count))+\(share) \(gain.grouped.aligned(to: digits))"
    return Line(
      indentation: 2,
      "\(text, .action, isBreakable: false)\(" if ", .quiet)\(name)\(" is dropped", .quiet)")
  }
}

extension FeatureDeclaration {
  /// Whether the feature has no constraints of its own.
  fileprivate var isGrouping: Bool { constraints.isEmpty && conditional.isEmpty }
}

func counted(users: Int64) -> String { "\(users.grouped) \(plural("user", users))" }

extension Line {
  /// Adds the share and the number of people, never wrapped inside.
  mutating func add(
    total part: Int64, of whole: Int64, _ symbol: String, _ role: Role, _ digits: Int = 0,
    width: Int = 0
  ) {
    let text = part.total(of: whole, symbol, digits)
    let shown = text.drop { $0 == " " }
    add(.spaces(max(width, text.count + 2) - shown.count))
    add(String(shown), role, isBreakable: false)
  }
}

struct GroupLines {
  private let keys: String
  private let groups: [(name: String, counts: Audience)]
  private let nameWidth: Int
  private let digits: Int

  /// Nil without groups.
  init?(of audience: Audience, width: Int) {
    guard let groups = audience.groups, let first = groups.first else { return nil }
    keys = visible(first.key.map(\.name).list())
    self.groups = groups.map { group in
      return (
        group.key.map { visible($0.value.displayText(of: $0.name)) }.list(),
        audience.audience(of: group)
      )
    }
    nameWidth = min(
      self.groups.map { DisplayWidth.of($0.name) }.max() ?? 0, max(width - 50, 12))
    digits = groups.map { $0.weight.grouped.utf8.count }.max() ?? 0
  }

  /// A line for each group, with the people whom the comparison affects.
  var affectedLines: [Line] {
    lines { counts, line in
      guard let affected = counts.affected else { return }
      line.add(
        affected.changed.total(of: counts.weight, "changed", digits),
        affected.changed > 0 ? .open : .quiet, isBreakable: false)
      line.add(" of \(counts.weight.grouped)", .quiet)
      add([affected.lost, affected.gained], of: counts, to: &line)
    }
  }

  func lines(of feature: Int) -> [Line] {
    lines { counts, line in
      line.add(
        counts.features[feature].available.total(of: counts.weight, "✓", digits), .good,
        isBreakable: false)
      line.add(" of \(counts.weight.grouped.aligned(to: digits))", .quiet)
      guard let comparison = counts.against?[feature] else { return }
      let (lost, gained) = (comparison.lost, comparison.gained)
      add(
        [lost, gained, comparison.moves.withoutAvailable], of: counts, to: &line,
        other: lost | gained != 0 ? "otherwise changed" : "changed")
    }
  }

  private func add(
    _ amounts: [Int64], of counts: Audience, to line: inout Line, other: String = ""
  ) {
    let changes: [(String, Role)] = [("lost", .bad), ("gained", .good), (other, .open)]
    for (amount, (word, role)) in zip(amounts, changes) where amount > 0 {
      line.add(total: amount, of: counts.weight, word, role)
    }
  }

  /// A line for each group. A name that is too long has a line of its own above.
  private func lines(_ add: (Audience, inout Line) -> Void) -> [Line] {
    var lines = [Line(indentation: 2, "\("by \(keys):", .quiet)")]
    for (name, counts) in groups {
      let column = 4 + nameWidth + 2
      var line = Line(indentation: 4, hanging: column, "\(name)")
      if DisplayWidth.of(name) > nameWidth {
        lines.append(line)
        line = Line(indentation: 4, hanging: column)
      }
      line.pad(to: column)
      add(counts, &line)
      lines.append(line)
    }
    return lines
  }
}

extension GroupValue {
  fileprivate func displayText(of key: String) -> String {
    switch self {
    case .boolean(let value): value ? key.factName : "not \(key.factName)"
    case .integer(let number): "\(key.factName) \(number)"
    case .text(let text) where key == "platform": text.text
    case .text(let text) where key.hasPrefix("permission:"):
      "\(key.factName) \(SystemPermissionStatus(name: text.text)?.label ?? text.text)"
    case .text(let text) where key.hasPrefix("purchase:"):
      "\(key.factName) \(PurchaseStatus(name: text.text)?.label ?? text.text)"
    case .text(let text): "\(key.factName) \(text.text)"
    case .null where key.hasPrefix("group:"): "no \(key.factName)"
    case .null: "\(key.factName) unknown"
    }
  }
}

extension String {
  fileprivate var factName: String {
    switch self {
    case "osVersion": "OS"
    case "appVersion": "app"
    default: String(split(separator: ":", maxSplits: 1).last ?? "")
    }
  }
}

/// Why users lack a feature, now or before: “iOS is below 17”, “iOS was below 17”.
struct CauseSentences {
  let new: Manifest
  let old: Manifest

  func name(of feature: String) -> String {
    (new.feature(feature) ?? old.feature(feature))?.name ?? feature
  }

  /// The reason in the new manifest; nil if it lacks the constraint.
  /// - Parameter feature: Nil for the app.
  func reason(_ constraint: String, of feature: String?) -> String? {
    new.constraint(constraint, of: feature).map { reason($0, in: new, "is") }
  }

  /// The reason in the old manifest; see ``reason(_:of:)``.
  func formerReason(_ constraint: String, of feature: String?) -> String? {
    old.constraint(constraint, of: feature).map { reason($0, in: old, "was") }
  }

  private func reason(
    _ constraint: Constraint, in manifest: Manifest, _ verb: String
  ) -> String {
    switch constraint {
    case .platform(let platform, .unsupported),
      .platform(let platform, .any):
      return "\(platform.name) \(verb) not supported"
    case .platform(let platform, .versions(let range)):
      return "\(platform.name) \(verb) \(outside(range))"
    case .platforms(let platforms):
      return "the platform \(verb) not \(ConstraintFacts.text(of: platforms))"
    case .device(let requirement):
      let fact = requirement.fact
      let subject = fact == .appVersion ? "the app's version" : fact.noun
      return "\(subject) \(verb) \(outside(requirement.accepted, of: fact.domain))"
    case .runtimeEnabled: return "the feature \(verb) not enabled"
    case .userToggled: return "the user's toggle \(verb) off"
    case .permission(let requirement):
      return "the \(requirement.permission.displayName) permission \(verb) not "
        + (requirement.statuses ?? [.authorized]).map(\.label).joined(separator: " or ")
    case .purchase(.product(let product, nil)):
      return "“\(manifest.products[product].name)” \(verb) not purchased"
    case .purchase(let expression):
      return
        "the purchase requirement \(manifest.displayName(of: expression)) \(verb) not satisfied"
    case .attribute(let requirement):
      let attribute = manifest.attributes[requirement.attribute]
      return
        "“\(attribute.name)” \(verb) not \(ConstraintFacts.Value(requirement.accepted, of: attribute.domain).displayText)"
    case .rollout(let requirement):
      return """
        the position in rollout “\(manifest.buckets[requirement.bucket])” \(verb) not below \
        \(requirement.percent) %
        """
    case .feature(let other): return "“\(manifest.features[other].name)” \(verb) not available"
    case .condition(let condition):
      return "condition “\(manifest.conditions[condition].name)” \(verb) not satisfied"
    case .allOf:
      return "not all required conditions \(verb == "is" ? "are" : "were") satisfied"
    case .anyOf: return "none of the alternatives \(verb) satisfied"
    case .not: return "the condition inside 'not' \(verb) satisfied"
    }
  }

  private func outside(
    _ accepted: AttributeRequirement.Accepted, of domain: AttributeDomain
  ) -> String {
    guard case .range(let range) = accepted else {
      return "not \(ConstraintFacts.Value(accepted, of: domain).displayText)"
    }
    return outside(
      range.map(domain.text(of:)), earlier: domain == .date ? "before" : "below")
  }

  private func outside(
    _ range: Bounds<some CustomStringConvertible>, earlier: String = "below"
  ) -> String {
    switch (range.atLeast, range.below) {
    case (let atLeast?, nil): "\(earlier) \(atLeast)"
    case (nil, let below?): "\(below) or later"
    case (let atLeast?, let below?): "not in the range \(atLeast) to \(earlier) \(below)"
    case (nil, nil): "not supported"
    }
  }
}

extension Manifest {
  func feature(_ id: String) -> FeatureDeclaration? {
    features.first { $0.id == id }
  }

  fileprivate func constraint(_ name: String, of id: String?) -> Constraint? {
    guard let id else { return app.constraints.first { $0.name(in: self).isSame(as: name) } }
    guard let feature = feature(id) else { return nil }
    if let own = feature.constraints.first(where: { $0.name(in: self).isSame(as: name) }) {
      return own
    }
    for (number, block) in feature.conditional.enumerated() {
      for constraint in block.constraints
      where constraint.name(block: number, in: self).isSame(as: name) {
        return constraint
      }
    }
    return nil
  }
}
