import FlintAnalysis
import FlintManifest
import FlintScenarios
import FlintText

/// One open text under examination: what is wrong with it is known at once, what is proven of it comes piece by piece.
final class Examination {
  let path: String

  /// The texts that it is made of.
  let texts: [TextSnapshot]

  /// When it was begun, in seconds.
  let beginning: Double

  /// What is wrong or suspicious as far as it is known.
  private(set) var diagnostics: [Diagnostic] = []
  private var rest: Rest

  private enum Rest: ~Copyable {
    case nothing
    case proof(FindingSearch, ManifestFile)
    case run(ScenarioRunner, [Scenario], next: Int)
  }

  /// A manifest.
  init(_ manifest: TextSnapshot, in workspace: Workspace, since beginning: Double) {
    self.beginning = beginning
    path = manifest.path
    texts = workspace.parts(of: manifest.path).compactMap { workspace.snapshot($0) }
    rest = .nothing
    let file = read(manifest) { source, document throws(InvalidInput) in
      try ManifestFile(source, document, including: IncludedFiles(workspace: workspace))
    }
    if let file { rest = .proof(FindingSearch(in: file.manifest), file) }
  }

  /// Scenarios or a state, and the manifest that they belong to.
  init(
    _ text: TextSnapshot, as kind: FileKind, of manifest: TextSnapshot?, in workspace: Workspace,
    since beginning: Double
  ) {
    self.beginning = beginning
    path = text.path
    texts = [text] + (manifest.map { [$0] } ?? [])
    rest = .nothing
    guard let manifest, let file = workspace.manifestFile(manifest.path) else {
      // Nobody reads it without a manifest that is free of errors.
      if case .broken(let error, _) = text.reading { diagnostics = [error.diagnostic] }
      return
    }
    switch kind {
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
    do throws(InvalidInput) {
      switch text.reading {
      case .json(let document): return try body(text.source, document)
      case .broken(let error, let mended):
        diagnostics = [error.diagnostic]
        if let mended { _ = try body(text.source, mended.document) }
        return nil
      }
    } catch {
      switch text.reading {
      case .broken(_, let mended?):
        diagnostics += error.diagnostics.compactMap { mended.source(of: $0) }
      case .broken, .json: diagnostics += error.source.byFile(error.diagnostics)[0].diagnostics
      }
      diagnostics = DiagnosticFormatter.sorted(diagnostics)
      return nil
    }
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
        let found = ProvenFindings.diagnostics(of: search.findings, in: file)
        diagnostics = DiagnosticFormatter.sorted(file.source.byFile(found)[0].diagnostics)
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
        diagnostics = [error.diagnostic]
        return false
      }
    }
  }
}

extension MendedJSON {
  /// A finding at its place in the text; nil where it is about what has been put in.
  fileprivate func source(of diagnostic: Diagnostic) -> Diagnostic? {
    guard let range = diagnostic.range else { return diagnostic }
    guard let place = source(of: range) else { return nil }
    var diagnostic = diagnostic
    diagnostic.range = place
    return diagnostic
  }
}
