import FlintModel
import FlintLogic

/// One value of each class that no constraint distinguishes: of ordered ones the lowest of each
/// interval.
struct VariedValues {
  private let manifest: Manifest
  private let breakpoints: Breakpoints

  init(_ manifest: Manifest) {
    self.manifest = manifest
    var breakpoints = Breakpoints()
    breakpoints.add(manifest)
    self.breakpoints = breakpoints
  }

  var platforms: [Platform] {
    guard let named = manifest.app.platforms else { return Platform.allCases }
    return Platform.allCases.filter { platform in named.contains { $0.platform == platform } }
  }

  /// 0 and each breakpoint, as far as the app runs there.
  func systems(of platform: Platform) -> [Version] {
    var named: [Version] = []
    func add(_ range: VersionRange?) { named += range?.limits ?? [] }
    for constraint in manifest.app.constraints {
      if case .requirement(.platform(platform, .versions(let range))) = constraint { add(range) }
    }
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .requirement(.platform(platform, .versions(let range))): add(range)
      case .requirement(.platforms(let platforms)):
        for supported in platforms where supported.platform == platform { add(supported.versions) }
      case .requirement, .feature, .condition, .allOf, .anyOf, .not:
        break
      }
    }
    return lowest(VersionScale(named, of: platform)).filter {
      manifest.app.runs(on: platform, .version($0))
    }
  }

  func statuses(of permission: SystemPermission) -> [SystemPermissionStatus] {
    breakpoints.statuses(of: permission)
  }

  func statuses(ofProduct product: Int) -> [PurchaseStatus] {
    breakpoints.statuses(ofProduct: product, types: [manifest.products[product].type])
  }

  func draws(of bucket: Int) -> [Percent] {
    lowest(Intervals.draws(breakpoints.percents[bucket] ?? [])).compactMap {
      Percent(tenThousandths: Int($0))
    }
  }

  /// Nil if a text takes too many steps.
  func values(of fact: Fact, _ domain: AttributeDomain) -> [AttributeValue]? {
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

  /// Returns the texts that constraints mention, followed by examples of other texts that match a pattern such as
  /// `beginsWith`: one example for each combination of patterns that a text can match. An attribute
  /// that is always known also gets a text that matches none. Returns nil if the search for
  /// them takes too many steps.
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
