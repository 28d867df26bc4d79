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

  static let rules =
    InputRule.allCases.map {
      RuleDescription(id: $0.rawValue, severity: .error, summary: $0.summary)
    }
    + ProvenRule.allCases.map {
      RuleDescription(id: $0.rawValue, severity: $0.severity, summary: $0.summary)
    }
    + CrossCheckRule.allCases.map {
      RuleDescription(id: $0.rawValue, severity: $0.severity, summary: $0.summary)
    }

  /// Without summaries, which take time.
  static func ruleIDs(ofErrors areErrors: Bool) -> [String] {
    let input = areErrors ? InputRule.allCases.map(\.rawValue) : []
    let proven = ProvenRule.allCases.filter { ($0.severity == .error) == areErrors }
    let crossCheck = CrossCheckRule.allCases.filter { ($0.severity == .error) == areErrors }
    return input + proven.map(\.rawValue) + crossCheck.map(\.rawValue)
  }
}

/// Store configurations and property lists, with their own problems.
struct ProjectFiles {
  private var stores: [StoreConfiguration] = []
  private var propertyLists: [PropertyList] = []
  private var findings: [Findings] = []
  // Whether all are valid. If not, it is unknown which products or permissions they contain, so the manifest is not
  // compared with them.
  private var knowsEveryStore = true
  private var knowsEveryList = true

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
  }

  /// Without unused descriptions if a manifest could not be read.
  func findings(with manifests: [ManifestFile?]) -> [Findings] {
    let read = manifests.compactMap(\.self)
    guard read.count == manifests.count else { return findings }
    return findings
      + propertyLists.map {
        Findings(file: $0.source, diagnostics: CrossCheck.findings(in: $0, manifests: read))
      }
  }
}
