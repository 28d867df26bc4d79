internal import FlintAnalysis
internal import FlintManifest
internal import FlintReport

extension Findings {
  /// Everything that is wrong or suspicious in a manifest: what breaks a rule of the format; else,
  /// where nothing does, what is proven over every state.
  init(inManifest source: SourceFile) {
    do throws(InvalidInput) {
      let file = try ManifestFile(source)
      self.init(file: source, diagnostics: ProvenFindings.diagnostics(in: file))
    } catch {
      self.init(file: source, diagnostics: error.diagnostics)
    }
  }

  /// Every rule that a finding can name.
  static let rules =
    InputRule.allCases.map { RuleDescription(id: $0.rawValue, summary: $0.summary) }
    + ProvenRule.allCases.map { RuleDescription(id: $0.identifier, summary: $0.summary) }
}
