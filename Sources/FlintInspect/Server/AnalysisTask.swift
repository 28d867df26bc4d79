import FlintAnalysis
import FlintManifest
import FlintScenarios
import FlintText

/// Problems of a manifest with its parts, of scenarios, or of a state: those without analysis at
/// once, others by ``proceed()``.
final class AnalysisTask {
  let subject: AnalysisUnit

  let basis: AnalysisUnit.Basis

  /// In seconds of the server's clock.
  let beginning: Double

  let texts: [TextSnapshot]

  private(set) var diagnostics: [[Diagnostic]]

  private(set) var proven: ProvenFeatures?
  private var rest: RemainingWork

  private enum RemainingWork: ~Copyable {
    case nothing
    case proof(FindingSearch, ManifestFile)
    case run(ScenarioRunner, [Scenario], next: Int)
  }

  /// - Parameter earlier: Results that may be reused.
  init(
    _ subject: AnalysisUnit, _ basis: AnalysisUnit.Basis, after earlier: ProvenFeatures?,
    since beginning: Double
  ) {
    (self.subject, self.basis, self.beginning) = (subject, basis, beginning)
    rest = .nothing
    if let text = basis.text {
      texts = [text]
      diagnostics = [[]]
      analyze(text, of: basis.manifest?.file)
    } else {
      texts = basis.manifest?.texts ?? []
      diagnostics = basis.manifest?.errors ?? []
      proven = earlier
      if let file = basis.manifest?.file {
        rest = .proof(FindingSearch(in: file.manifest, after: earlier), file)
      }
    }
  }

  private func analyze(_ text: TextSnapshot, of file: ManifestFile?) {
    guard let file else {
      // Without a valid manifest, only syntax errors can be found.
      if case .broken(let error, _) = text.reading { diagnostics = [[error.diagnostic]] }
      return
    }
    switch subject.kind {
    case .manifest: return
    case .state:
      _ = read(text) { source, document throws(InvalidInput) in
        try file.state(in: source, document)
      }
    case .scenarios:
      let scenarios = read(text) { source, document throws(InvalidInput) in
        try ScenarioFile(source, document, for: file)
      }
      if let scenarios {
        rest = .run(ScenarioRunner(file.manifest), scenarios.scenarios, next: 0)
      }
    }
  }

  private func read<File>(
    _ text: TextSnapshot,
    _ body: (SourceFile, JSONDocument) throws(InvalidInput) -> File
  ) -> File? {
    var found: [Diagnostic] = []
    do throws(InvalidInput) {
      switch text.reading {
      case .json(let document): return try body(text.source, document)
      case .broken(let error, let recovered):
        found = [error.diagnostic]
        if let recovered { _ = try body(text.source, recovered.document) }
      }
    } catch {
      switch text.reading {
      case .broken(_, let recovered?):
        found += error.diagnostics.compactMap { recovered.source(of: $0) }
      case .broken, .json: found += error.diagnostics
      }
    }
    diagnostics = [DiagnosticFormatter.sorted(found)]
    return nil
  }

  /// False when complete.
  func proceed() -> Bool {
    var current = RemainingWork.nothing
    swap(&current, &rest)
    switch consume current {
    case .nothing: return false
    case .proof(var search, let file):
      for _ in 0..<32 {
        if search.proceed() { continue }
        proven = search.proven
        let found = ProvenFindings.diagnostics(of: search.findings, in: file)
        diagnostics = file.source.byFile(found).map { DiagnosticFormatter.sorted($0.diagnostics) }
        return false
      }
      rest = .proof(search, file)
      return true
    case .run(let runner, let scenarios, let next):
      guard next < scenarios.count else { return false }
      do throws(InputProblem) {
        _ = try runner.run(scenarios[next])
        rest = .run(runner, scenarios, next: next + 1)
        return true
      } catch {
        diagnostics = [[error.diagnostic]]
        return false
      }
    }
  }
}

struct AnalysisUnit {
  let path: String
  let kind: FileKind

  /// A result holds while none of them changes.
  struct Basis {
    /// Of scenarios or a state.
    let text: TextSnapshot?

    /// Also the one that scenarios or a state belong to.
    let manifest: ManifestReading?

    func isSame(as other: Basis) -> Bool { text === other.text && manifest === other.manifest }
  }
}

extension Workspace {
  /// What is open, or includes what is open, by path.
  var subjects: [AnalysisUnit] {
    var found: [String: AnalysisUnit] = [:]
    for path in open.keys {
      guard let kind = role(path) else { continue }
      let path = kind == .manifest ? root(of: path) : path
      found[path] = AnalysisUnit(path: path, kind: kind)
    }
    return found.values.sorted { $0.path < $1.path }
  }

  func basis(of subject: AnalysisUnit) -> AnalysisUnit.Basis {
    switch subject.kind {
    case .manifest: AnalysisUnit.Basis(text: nil, manifest: reading(of: subject.path))
    case .scenarios, .state:
      AnalysisUnit.Basis(
        text: snapshot(subject.path),
        manifest: manifest(for: subject.path).flatMap { reading(of: $0) })
    }
  }
}
