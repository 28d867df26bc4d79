import FlintAnalysis
import FlintManifest
import FlintModel
import FlintProject
import FlintText

extension Findings {
  /// The manifest is nil if invalid.
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

  /// Errors are kept.
  func ignoring(_ rules: [String]) -> Findings {
    if rules.isEmpty { return self }
    let left = diagnostics.filter { $0.severity == .error || !rules.contains($0.rule) }
    return Findings(file: file, diagnostics: left, canFilterByTeam: canFilterByTeam)
  }

  /// All without a team, or if the manifest is invalid.
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

  /// Without summaries, which take time.
  static func ruleIDs(ofErrors areErrors: Bool) -> [String] {
    let input = areErrors ? InputRule.allCases.map(\.rawValue) : []
    let proven = ProvenRule.allCases.filter { ($0.severity == .error) == areErrors }
    let crossCheck = CrossCheckRule.allCases.filter { ($0.severity == .error) == areErrors }
    return input + proven.map(\.identifier) + crossCheck.map(\.rawValue)
  }
}

/// Store configurations and property lists, with their own problems.
struct ProjectFiles {
  // Files that cannot be opened are passed as nil to the methods below. The caller reports them.
  private(set) var stores: [StoreConfiguration] = []
  private(set) var propertyLists: [PropertyList] = []
  private var findings: [Findings] = []
  // Whether all files could be read. If not, it is unknown which products or permissions they contain, so the manifest
  // is not compared with them.
  private var knowsEveryStore = true
  private var knowsEveryList = true

  mutating func addStore(_ source: SourceFile?) {
    guard let source else {
      knowsEveryStore = false
      return
    }
    do throws(InvalidInput) {
      let store = try StoreConfiguration(source)
      stores.append(store)
      findings.append(Findings(file: source, diagnostics: store.warnings))
    } catch {
      findings.append(Findings(file: error.source, diagnostics: error.diagnostics))
      knowsEveryStore = false
    }
  }

  mutating func addPropertyList(_ source: SourceFile?) {
    guard let source else {
      knowsEveryList = false
      return
    }
    do throws(InvalidInput) {
      propertyLists.append(try PropertyList(source))
    } catch {
      findings.append(Findings(file: error.source, diagnostics: error.diagnostics))
      knowsEveryList = false
    }
  }

  func diagnostics(in file: ManifestFile) -> [Diagnostic] {
    (knowsEveryStore ? CrossCheck.findings(in: file, stores: stores) : [])
      + (knowsEveryList ? CrossCheck.findings(in: file, propertyLists: propertyLists) : [])
  }

  /// Without unused descriptions if a manifest could not be read.
  func findings(with manifests: [ManifestFile?]) -> [Findings] {
    let read = manifests.compactMap(\.self)
    guard read.count == manifests.count else { return findings }
    return findings
      + propertyLists.map { list in
        Findings(
          file: list.source, diagnostics: CrossCheck.findings(in: list, manifests: read))
      }
  }
}
