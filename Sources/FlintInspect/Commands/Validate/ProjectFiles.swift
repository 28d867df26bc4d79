import FlintAnalysis
import FlintManifest
import FlintProject
import FlintText

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
