import FlintAnalysis
import FlintModel
import FlintManifest
import FlintProject
import FlintText

extension Findings {
  /// Checks a manifest. For an invalid manifest, the findings are the errors in its format. For a valid one, they are
  /// the problems that an analysis of all possible states finds, and the contradictions between the manifest and the
  /// project's files, such as the store configuration.
  ///
  /// - Returns: The findings, and the manifest itself; nil instead of an invalid manifest.
  static func inManifest(
    _ source: SourceFile, with project: ProjectFiles, today: DateTime? = nil,
    read: (SourceFile) throws(InvalidInput) -> ManifestFile
  ) -> ([Findings], ManifestFile?) {
    do throws(InvalidInput) {
      let file = try read(source)
      let diagnostics =
        ProvenFindings.diagnostics(in: file, today: today) + project.diagnostics(in: file)
      return ([Findings](in: file.source, diagnostics), file)
    } catch {
      return ([Findings](in: error.source, error.diagnostics, canFilterByTeam: false), nil)
    }
  }

  /// Returns these findings without those of the given rules (`--ignore`). A rule is a check for one kind of problem,
  /// identified by an id. Errors are always kept.
  func ignoring(_ rules: [String]) -> Findings {
    if rules.isEmpty { return self }
    let left = diagnostics.filter { $0.severity == .error || !rules.contains($0.rule) }
    return Findings(file: file, diagnostics: left, canFilterByTeam: canFilterByTeam)
  }

  /// Returns only the findings about features for which one of the given teams is responsible (`--team`). Returns all
  /// findings if no team is given, or if the manifest is invalid, because the teams of its features are then not known.
  func ofTeams(_ teams: [String]) -> Findings {
    if teams.isEmpty || !canFilterByTeam { return self }
    let left = diagnostics.filter { diagnostic in
      diagnostic.team.map { teams.index(ofSame: $0) != nil } ?? false
    }
    return Findings(file: file, diagnostics: left, omittedCount: diagnostics.count - left.count)
  }

  static let rules =
    InputRule.allCases.map { rule in
      RuleDescription(id: rule.rawValue, severity: .error, summary: rule.summary)
    }
    + ProvenRule.allCases.map { rule in
      RuleDescription(
        id: rule.identifier, severity: rule.severity, summary: rule.summary)
    }
    + CrossCheckRule.allCases.map { rule in
      RuleDescription(id: rule.rawValue, severity: rule.severity, summary: rule.summary)
    }

  /// Returns the ids of those ``rules`` whose findings are errors or, if `areErrors` is false, of all other rules.
  /// Unlike ``rules``, this function does not create the summaries of all rules, which saves time.
  static func ruleIDs(ofErrors areErrors: Bool) -> [String] {
    let input = areErrors ? InputRule.allCases.map(\.rawValue) : []
    let proven = ProvenRule.allCases.filter { ($0.severity == .error) == areErrors }
    let crossCheck = CrossCheckRule.allCases.filter { ($0.severity == .error) == areErrors }
    return input + proven.map(\.identifier) + crossCheck.map(\.rawValue)
  }
}
