extension ManifestFile {
  /// The rule of notes on an `ignore` that hides no finding.
  package static let unusedIgnore = "unused-ignore"

  /// Removes findings whose rule a declaration's `ignore` names. Adds a note for each name without
  /// a finding.
  /// - Parameter unchecked: Rules that were not checked, whose names need no finding.
  package func withoutIgnored(
    _ diagnostics: [Diagnostic], unchecked: Set<String>
  ) -> [Diagnostic] {
    let all = ignoredRules
    if all.isEmpty { return diagnostics }
    let (names, namesOfNotes) = (
      all.filter { $0.rule != Self.unusedIgnore }, all.filter { $0.rule == Self.unusedIgnore }
    )
    let (found, unused) = filter(diagnostics, names, unchecked)
    let (notes, rest) = filter(unused, namesOfNotes, unchecked)
    return found + notes + rest
  }

  private func filter(
    _ diagnostics: [Diagnostic], _ names: [IgnoredRule], _ unchecked: Set<String>
  ) -> (found: [Diagnostic], unused: [Diagnostic]) {
    let byRule = Dictionary(grouping: names.indices) { names[$0].rule }
    var used = [Bool](repeating: false, count: names.count)
    let found = diagnostics.filter { diagnostic in
      guard diagnostic.severity != .error, let offset = diagnostic.range?.lowerBound,
        let indices = byRule[diagnostic.rule]
      else { return true }
      let matches = indices.filter { index in
        names[index].extents.contains { $0.contains(offset) }
      }
      for index in matches { used[index] = true }
      return matches.isEmpty
    }
    let unused = names.indices.filter { !used[$0] && !unchecked.contains(names[$0].rule) }
    return (
      found,
      unused.map { index in
        manifest.diagnostic(
          .note, rule: Self.unusedIgnore,
          message: "'ignore' of '\(names[index].rule)' leaves nothing out",
          hint: "remove it from the list", range: names[index].range,
          feature: names[index].feature)
      }
    )
  }

  private struct IgnoredRule {
    let rule: String
    let range: Range<Int>
    /// The bytes of the declaration and of its included features.
    let extents: [Range<Int>]
    let feature: Int?
  }

  private var ignoredRules: [IgnoredRule] {
    let locations = ManifestLocations(self)
    func rules(_ declaration: Int, feature: Int? = nil) -> [IgnoredRule] {
      document.withValue(at: declaration) { value in
        guard let list = value.member("ignore") else { return [] }
        let inside = feature.map { self.features(inside: $0, locations) } ?? []
        return list.elements.map {
          IgnoredRule(
            rule: $0.string ?? "", range: $0.range, extents: [value.range] + inside,
            feature: feature)
        }
      }
    }
    return locations.features.enumerated().flatMap { rules($1, feature: $0) }
      + [.group, .product, .attribute, .condition, .assumption].flatMap { kind in
        locations[kind].flatMap { rules($0) }
      }
  }

  private func features(inside feature: Int, _ locations: ManifestLocations) -> [Range<Int>] {
    if parts.isEmpty { return [] }
    let inside = manifest.features.indices.dropFirst(feature + 1).prefix {
      manifest.features[$0].parent ?? -1 >= feature
    }
    return inside.map { document.withValue(at: locations.features[$0]) { $0.range } }
  }
}
