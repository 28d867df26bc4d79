internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
internal import FlintProject
internal import FlintReport
internal import FlintText

extension Findings {
  /// Everything that is wrong or suspicious in a manifest: what breaks a rule of the format; else,
  /// where nothing does, what is proven over every state and what the project's files say otherwise.
  /// With the manifest, where it is one.
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
      return ([Findings](in: error.source, error.diagnostics, isWhole: false), nil)
    }
  }

  /// What is left where some rules count for nothing; errors always count.
  func ignoring(_ rules: [String]) -> Findings {
    if rules.isEmpty { return self }
    let left = diagnostics.filter { $0.severity == .error || !rules.contains($0.rule) }
    return Findings(file: file, diagnostics: left, isWhole: isWhole)
  }

  /// What is left of the features that some teams answer for; all where none is named. Whose a feature is, nobody knows
  /// of a file that cannot be read.
  func ofTeams(_ teams: [String]) -> Findings {
    if teams.isEmpty || !isWhole { return self }
    let left = diagnostics.filter { diagnostic in
      diagnostic.team.map { teams.index(ofSame: $0) != nil } ?? false
    }
    return Findings(file: file, diagnostics: left, leftOut: diagnostics.count - left.count)
  }

  /// Every rule that a finding can name.
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

  /// The names of these, which take no sentences.
  static var ruleIDs: [String] {
    InputRule.allCases.map(\.rawValue) + ProvenRule.allCases.map(\.identifier)
      + CrossCheckRule.allCases.map(\.rawValue)
  }

  /// These, and the rules of other commands.
  static let documentedRules =
    rules + [
      RuleDescription(
        id: "product-name-differs", severity: .note,
        summary: "'import' keeps a product's name in the manifest if the store's differs"),
      RuleDescription(
        id: "not-lines-of-json", severity: .error,
        summary: "a population has one state per line"),
    ]
    + ImportRule.allCases.map { rule in
      RuleDescription(id: rule.rawValue, severity: rule.severity, summary: rule.summary)
    }
    + AudienceRule.allCases.map { rule in
      RuleDescription(id: rule.rawValue, severity: .error, summary: rule.summary)
    } + DifferenceRule.allCases.map(\.description)
}
