/// A fact that varies, with a column of the table for each value. `index` is its declaration's, 0 for
/// facts without declarations, such as the platform.
package struct VariedFact: Hashable, Sendable {
  package let section: StateSection
  package let index: Int

  package init(_ section: StateSection, at index: Int = 0) {
    (self.section, self.index) = (section, index)
  }
}

/// A state, named by the values that distinguish it: “date=2026-01-01”.
package struct NamedColumn: Hashable, Sendable {
  package let name: String
  package let state: DeviceState

  package init(name: String, state: DeviceState) {
    self.name = name
    self.state = state
  }
}

/// All combinations of values of several facts, on one base state.
package struct VariedStates {
  private let manifest: Manifest
  private let base: DeviceState
  private let facts: [VariedFact]
  private let breakpoints: Breakpoints

  package init(_ facts: [VariedFact], from base: DeviceState, in manifest: Manifest) {
    self.facts = facts
    self.base = base
    self.manifest = manifest
    var breakpoints = Breakpoints()
    breakpoints.add(manifest)
    self.breakpoints = breakpoints
  }

  /// Columns for the possible combinations, and the number of impossible ones. Ordered by the first
  /// fact's value, then the second's, and so on. Nil above `limit` combinations, or if a text takes
  /// too many steps.
  ///
  /// On a system that lacks a permission, the permission has only the value `unsupported` or, where
  /// access is free, `authorized`. The two location permissions have only statuses that one switch
  /// allows.
  package func columns(limit: Int) -> (possible: [NamedColumn], impossible: Int)? {
    // The platform is set first, then its version, because the values of other facts depend on them.
    let first: [StateSection] = [.platform, .osVersion]
    let order =
      first.flatMap { section in facts.indices.filter { facts[$0].section == section } }
      + facts.indices.filter { !first.contains(facts[$0].section) }
    var partial = [Partial(state: base, labels: [Label?](repeating: nil, count: facts.count))]
    for index in order {
      var next: [Partial] = []
      for column in partial {
        guard !Cancellation.isRequested, let choices = choices(of: facts[index], in: column.state)
        else { return nil }
        for (rank, choice) in choices.enumerated() {
          var column = column
          column.state.set(facts[index].section.fact(at: facts[index].index), to: choice.value)
          column.labels[index] = Label(text: choice.label, rank: rank)
          if facts[index].section == .permissions, !column.state.hasOneLocationSwitch { continue }
          next.append(column)
        }
        if next.count > limit { return nil }
      }
      partial = next
    }
    let count = partial.count
    if !manifest.assumptions.isEmpty {
      partial.removeAll {
        Cancellation.isRequested
          || !Evaluator(manifest, in: $0.state).brokenAssumptions.isEmpty
      }
    }
    let columns = partial.sorted { one, other in
      one.labels.lazy.map { $0?.rank ?? 0 }.lexicographicallyPrecedes(
        other.labels.lazy.map { $0?.rank ?? 0 })
    }.map { column in
      // A version's label names the platform, which therefore needs none of its own.
      let told = zip(facts, column.labels).filter { fact, _ in
        fact.section != .platform || !facts.contains(VariedFact(.osVersion))
      }
      return NamedColumn(
        name: told.compactMap { $1?.text }.joined(separator: ", "), state: column.state)
    }
    return (columns, count - columns.count)
  }

  private struct Partial {
    var state: DeviceState
    var labels: [Label?]
  }

  private struct Label {
    var text: String
    var rank: Int
  }

  /// The values of the fact's columns. Nil if texts take too many steps.
  private func choices(
    of fact: VariedFact, in state: DeviceState
  ) -> [(label: String, value: FactValue)]? {
    let index = fact.index
    let id = fact.section.subject.map { manifest.id(of: $0, at: index) } ?? fact.section.name
    switch fact.section {
    case .platform: return platforms.map { ($0.name, .system($0, .latest)) }
    case .osVersion:
      let platform = state.platform
      return systems(of: platform).map {
        ("\(platform.name) \($0)", .system(platform, .version($0)))
      }
    case .permissions:
      let permission = SystemPermission(at: index)
      let statuses: [SystemPermissionStatus] =
        switch permission.support.access(on: state.platform, state.osVersion) {
        case .asks: breakpoints.statuses(of: permission)
        case .free: [.authorized]
        case .unsupported: [.unsupported]
        }
      return statuses.map { ("\(id)=\($0.name)", .permission($0)) }
    case .purchases:
      return breakpoints.statuses(ofProduct: index, types: [manifest.products[index].type]).map {
        ("\(id)=\($0.name)", .purchase($0))
      }
    case .toggles: return [("toggle \(id)=on", .flag(.yes)), ("toggle \(id)=off", .flag(.no))]
    case .runtime:
      return [("on", Ternary.yes), ("off", .no), ("unknown", .unknown)].map {
        ("runtime \(id)=\($0)", .flag($1))
      }
    case .device, .attributes:
      let varied = fact.section.fact(at: index)
      let domain = manifest.domain(of: varied)
      return values(of: varied, domain).map { values in
        values.map { ("\(id)=\(domain.text(of: $0))", .typed($0)) }
      }
    case .buckets:
      return lowest(Intervals.draws(breakpoints.percents[index] ?? [])).compactMap {
        Percent(tenThousandths: Int($0)).map { ("bucket \(id)=\($0)", .bucket($0)) }
      }
    // `--vary` does not accept these.
    case .unlocked, .defaults: return []
    }
  }
}

/// Values to try: one of each set that constraints treat alike. Of an interval, the lowest.
extension VariedStates {
  private var platforms: [Platform] {
    guard let named = manifest.app.platforms else { return Platform.allCases }
    return Platform.allCases.filter { platform in named.contains { $0.platform == platform } }
  }

  /// Version 0 and each breakpoint, if the app runs on it.
  private func systems(of platform: Platform) -> [Version] {
    var named: [Version] = []
    func add(_ range: VersionRange?) { named += range?.limits ?? [] }
    for constraint in manifest.app.constraints {
      if case .platform(platform, .versions(let range)) = constraint { add(range) }
    }
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .platform(platform, .versions(let range)): add(range)
      case .platforms(let platforms):
        for supported in platforms where supported.platform == platform { add(supported.versions) }
      default: break
      }
    }
    return lowest(VersionScale(named, of: platform)).filter {
      manifest.app.runs(on: platform, .version($0))
    }
  }

  /// The values to try. Nil if texts take too many steps.
  private func values(of fact: Fact, _ domain: AttributeDomain) -> [AttributeValue]? {
    let cuts = breakpoints[fact]
    let isAttribute = if case .attribute = fact { true } else { false }
    let hasUnknown =
      if case .attribute(let index) = fact { !manifest.attributes[index].isAlwaysKnown } else {
        false
      }
    let values: [AttributeValue]? =
      switch domain.type {
      case .boolean, .choice: domain.listedValues(onFirst: true)
      case .text: texts(cuts, hasUnknown)
      case .integer: lowest(Intervals.integers(cuts.integers)).map { .integer($0) }
      case .version: lowest(VersionScale(cuts.versions)).map { .version(.version($0)) }
      case .date: dates(cuts.dates, asWritten: !isAttribute).map { .date($0) }
      }
    return values.map { hasUnknown ? $0 + [.unknown] : $0 }
  }

  private func dates(_ cuts: [DateTime], asWritten: Bool) -> [DateTime] {
    let written = Dictionary((asWritten ? cuts : []).map { ($0.seconds, $0) }) { first, _ in first }
    return lowest(Intervals.dates(cuts)).compactMap { written[$0] ?? DateTime(seconds: $0) }
  }

  /// The texts of constraints, then one for each combination of matching patterns. An attribute
  /// that is always known also gets a text that matches no pattern. Nil beyond the limit of steps.
  private func texts(_ cuts: AttributeBreakpoints, _ hasUnknown: Bool) -> [AttributeValue]? {
    var texts = DistinctList<ExactText>()
    for text in cuts.texts { texts.append(text) }
    return TextClasses.texts(besides: texts.elements, patterns: cuts.patterns).map { others in
      (texts.elements + others.matching + (hasUnknown ? [] : [others.none])).map { .text($0) }
    }
  }

  private func lowest(_ intervals: Intervals) -> [Int64] {
    (0..<intervals.count).map { intervals[$0].lowerBound }
  }

  private func lowest(_ scale: VersionScale) -> [Version] { [Version(0)] + scale.breakpoints }
}
