import FlintAnalysis
import FlintManifest
import FlintScenarios
import FlintText

/// A search for problems in one manifest with the files that it includes, in one file of scenarios, or in one file with
/// a state. The initializer finds the problems that need no analysis of states, such as syntax errors and undeclared
/// ids. Then the method ``proceed()`` finds further problems, step by step: it analyzes the manifest in all possible
/// states, or runs the scenarios.
final class AnalysisTask {
  let subject: AnalysisUnit

  /// The texts on which the result of this analysis depends. If one of these texts changes, the analysis must be
  /// repeated.
  let basis: AnalysisUnit.Basis

  /// The time at which the analysis began, in seconds of the server's clock, which counts from an arbitrary start.
  let beginning: Double

  /// The texts in which the analysis reports problems: a manifest and the files that it includes, a file of scenarios,
  /// or a state.
  let texts: [TextSnapshot]

  /// The problems found so far, as one list for each element of ``texts``.
  private(set) var diagnostics: [[Diagnostic]]

  /// The results for each feature of the manifest. After this analysis is complete, they are its own results, which the
  /// next analysis reuses for unchanged features. Before, they are the results of the previous analysis; nil if there
  /// was none.
  private(set) var proven: ProvenFeatures?
  private var rest: RemainingWork

  private enum RemainingWork: ~Copyable {
    case nothing
    case proof(FindingSearch, ManifestFile)
    case run(ScenarioRunner, [Scenario], next: Int)
  }

  /// Creates an analysis, and finds the problems that need no analysis of states, such as syntax errors.
  ///
  /// - Parameters:
  ///   - earlier: The results of the previous analysis for each feature, which are reused as far as possible; nil if
  ///     there are none.
  ///   - beginning: The time at which the analysis begins, in seconds of the clock of the language
  ///     server.
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

  /// Reads a text, such as a manifest, with the function `body`. Returns nil if there are problems, and stores these in
  /// ``diagnostics``. If the text has syntax errors, also reads the JSON that can be recovered from it, to find further
  /// problems.
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

  /// Performs the next step of the analysis. Returns false if the analysis is complete.
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

/// The files that are analyzed together: a manifest with the files that it includes, a file of scenarios, or a file
/// with a state.
struct AnalysisUnit {
  let path: String
  let kind: FileKind

  /// The texts on which the result of an analysis depends. The result is valid as long as no text changes.
  struct Basis {
    /// The text of the analyzed file, if it contains scenarios or a state; nil if the file cannot be read. Also nil if
    /// a manifest is analyzed: its text and those of its included files are in ``manifest``.
    let text: TextSnapshot?

    /// The analyzed manifest, or the manifest to which the scenarios or the state belong; nil if it cannot be found.
    let manifest: ManifestReading?

    func isSame(as other: Basis) -> Bool { text === other.text && manifest === other.manifest }
  }
}

extension Workspace {
  /// The manifests, scenario files and states that must be analyzed, because they, or a file that they include, are
  /// open in the editor. Sorted by path.
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
