extension Findings {
  static func inManifest(
    _ manifest: Result<ManifestFile, InvalidInput>, with project: ProjectFiles,
    today: DateTime? = nil
  ) -> [Findings] {
    do throws(InvalidInput) {
      let file = try manifest.get()
      var unchecked = today == nil ? rulesOfDates : []
      if project.search == nil { unchecked.formUnion(rulesOfSources) }
      let diagnostics =
        ProvenFindings.diagnostics(in: file, today: today) + project.diagnostics(in: file)
      var findings = [Findings](
        in: file.source, file.withoutIgnored(diagnostics, unchecked: unchecked))
      findings[0].featureCount = file.manifest.features.count
      return findings
    } catch {
      return [Findings](in: error.source, error.diagnostics, canFilterByTeam: false)
    }
  }

  private static let rulesOfDates = Set(
    [ProvenRule.expiredFeature, .dateOver].map(\.rawValue))
  private static let rulesOfSources: Set = [CrossCheckRule.featureNotInCode.rawValue]
  static let rulesWithOptions = rulesOfDates.union(rulesOfSources)

  private static let unusedIgnore = RuleDescription(
    id: ManifestFile.unusedIgnore, severity: .note,
    summary: "a rule in an 'ignore' that leaves no finding out")

  static let rules =
    InputRule.allCases.map {
      RuleDescription(id: $0.rawValue, severity: .error, summary: $0.summary)
    }
    + ProvenRule.allCases.map {
      RuleDescription(id: $0.rawValue, severity: $0.severity, summary: $0.summary)
    }
    + [unusedIgnore]
    + CrossCheckRule.allCases.map {
      RuleDescription(id: $0.rawValue, severity: $0.severity, summary: $0.summary)
    }

  static func ruleIDs(ofErrors areErrors: Bool) -> [String] {
    rules.filter { ($0.severity == .error) == areErrors }.map(\.id)
  }
}

/// Finds problems in the project's files other than manifests.
struct ProjectFiles {
  private var stores: [StoreConfiguration] = []
  private var propertyLists: [PropertyList] = []
  private var findings: [Findings] = []
  // Whether all are valid. If not, it is unknown which products or permissions they contain, so the manifest is not
  // compared with them.
  private var knowsEveryStore = true
  private var knowsEveryList = true

  /// Searches Swift files for features' `code`; nil without Swift files.
  var search: SourceSearch?

  mutating func addStore(_ source: SourceFile) {
    do throws(InvalidInput) {
      let store = try StoreConfiguration(source)
      stores.append(store)
      findings.append(Findings(file: source, diagnostics: store.warnings))
    } catch {
      findings.append(Findings(file: error.source, diagnostics: error.diagnostics))
      knowsEveryStore = false
    }
  }

  mutating func addPropertyList(_ source: SourceFile) {
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
      + (search?.missing(in: file) ?? [])
  }

  /// The findings in these files. Omits unused descriptions and undeclared flags if a manifest is
  /// unreadable.
  func findings(with manifests: [ManifestFile?]) -> [Findings] {
    let read = manifests.compactMap(\.self)
    let findings = findings + (search?.invalid ?? []).map { Findings(file: $0, diagnostics: $1) }
    guard read.count == manifests.count else { return findings }
    return findings
      + propertyLists.map {
        Findings(file: $0.source, diagnostics: CrossCheck.findings(in: $0, manifests: read))
      } + (search?.undeclared ?? []).map { Findings(file: $0, diagnostics: [$1]) }
  }
}
