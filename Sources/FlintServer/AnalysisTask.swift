import FlintAnalysis
import FlintManifest
import FlintScenarios
import FlintText

/// A manifest, scenarios or a state under examination: what is wrong is known at once, what is proven comes piece by
/// piece.
final class AnalysisTask {
  let subject: Subject

  /// What it is made of.
  let basis: Subject.Basis

  /// When it was begun, in seconds.
  let beginning: Double

  /// The texts that it is about, and what is wrong or suspicious in each as far as it is known.
  let texts: [TextSnapshot]
  private(set) var diagnostics: [[Diagnostic]]

  /// What is proven of a manifest's features, once it is, for after the next edit.
  private(set) var proven: ProvenFeatures?
  private var rest: Rest

  private enum Rest: ~Copyable {
    case nothing
    case proof(FindingSearch, ManifestFile)
    case run(ScenarioRunner, [Scenario], next: Int)
  }

  /// - Parameter earlier: what was proven of the subject when it was examined before.
  init(
    _ subject: Subject, _ basis: Subject.Basis, after earlier: ProvenFeatures?,
    since beginning: Double
  ) {
    (self.subject, self.basis, self.beginning) = (subject, basis, beginning)
    rest = .nothing
    if let text = basis.text {
      texts = [text]
      diagnostics = [[]]
      examine(text, of: basis.manifest?.file)
    } else {
      texts = basis.manifest?.texts ?? []
      diagnostics = basis.manifest?.errors ?? []
      proven = earlier
      if let file = basis.manifest?.file {
        rest = .proof(FindingSearch(in: file.manifest, after: earlier), file)
      }
    }
  }

  private func examine(_ text: TextSnapshot, of file: ManifestFile?) {
    guard let file else {
      // Nobody reads it without a manifest that is free of errors.
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

  /// Reads a text, or what can be read of it, and keeps what is wrong with it; nil where anything is.
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

  /// Finds more; false once everything is found.
  func proceed() -> Bool {
    var current = Rest.nothing
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

/// What is examined as a whole: a manifest with what it includes, or a file of scenarios or with a state.
struct Subject {
  let path: String
  let kind: FileKind

  /// The texts that everything about it follows from.
  struct Basis {
    /// Scenarios or a state.
    let text: TextSnapshot?

    /// The manifest itself, or that which the text is read with.
    let manifest: ManifestReading?

    func isSame(as other: Basis) -> Bool { text === other.text && manifest === other.manifest }
  }
}

extension Workspace {
  /// Everything that open texts are, or are a part of, by the path.
  var subjects: [Subject] {
    var found: [String: Subject] = [:]
    for path in open.keys {
      guard let kind = role(path) else { continue }
      let path = kind == .manifest ? root(of: path) : path
      found[path] = Subject(path: path, kind: kind)
    }
    return found.values.sorted { $0.path < $1.path }
  }

  func basis(of subject: Subject) -> Subject.Basis {
    switch subject.kind {
    case .manifest: Subject.Basis(text: nil, manifest: reading(of: subject.path))
    case .scenarios, .state:
      Subject.Basis(
        text: snapshot(subject.path),
        manifest: manifest(for: subject.path).flatMap { reading(of: $0) })
    }
  }
}
