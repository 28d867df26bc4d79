import FlintAnalysis
import FlintManifest
import FlintScenarios
import FlintText

struct AnalysisResult {
  /// Nil while incomplete.
  let basis: AnalysisUnit.Basis?
  let found: [String: [Diagnostic]]
  let hasErrors: Bool

  /// From the last analysis without errors.
  let proven: ProvenFeatures?

  init(basis: AnalysisUnit.Basis?, found: [String: [Diagnostic]], proven: ProvenFeatures?) {
    (self.basis, self.found, self.proven) = (basis, found, proven)
    hasErrors = found.values.contains { $0.contains { $0.severity == .error } }
  }
}

extension LanguageServer {
  /// False if all are up to date.
  func beginAnalysis(at now: Double) -> Bool {
    let subjects = workspace.subjects
    let paths = Set(subjects.map(\.path))
    for path in results.keys.sorted() where !paths.contains(path) {
      let result = results.removeValue(forKey: path)
      for path in result?.found.keys.sorted() ?? [] { show(path) }
    }
    for subject in subjects {
      let basis = workspace.basis(of: subject)
      let result = results[subject.path]
      if result?.basis?.isSame(as: basis) == true { continue }
      task = AnalysisTask(subject, basis, after: result?.proven, since: now)
      return true
    }
    return false
  }

  func continueAnalysis(at now: Double) {
    guard let task else { return }
    let subject = task.subject
    guard workspace.basis(of: subject).isSame(as: task.basis) else {
      // A text has changed since the analysis began.
      self.task = nil
      return
    }
    if task.proceed() {
      // Fixed errors disappear before the analysis is complete. Warnings remain until then, because it may find them
      // again.
      if results[subject.path]?.hasErrors == true, now - task.beginning > Self.replacementDelay {
        take(task, isWhole: false)
      }
      return
    }
    self.task = nil
    take(task, isWhole: true)
  }

  /// At most a second.
  func finishAnalysis(of path: String) {
    let end = seconds() + 1
    while seconds() < end, !isUpToDate(path), analyze() {}
  }

  private func isUpToDate(_ path: String) -> Bool {
    guard workspace.open[path] != nil, let kind = workspace.role(path) else { return true }
    let subject = AnalysisUnit(
      path: kind == .manifest ? workspace.root(of: path) : path, kind: kind)
    return results[subject.path]?.basis?.isSame(as: workspace.basis(of: subject)) == true
  }

  /// In seconds: corrected errors disappear before the analysis ends.
  private static let replacementDelay = 0.02

  private func take(_ task: AnalysisTask, isWhole: Bool) {
    let old = results[task.subject.path]
    var found: [String: [Diagnostic]] = [:]
    for (text, diagnostics) in zip(task.texts, task.diagnostics) {
      found[text.path] = diagnostics
    }
    results[task.subject.path] = AnalysisResult(
      basis: isWhole ? task.basis : nil, found: found, proven: task.proven)
    for text in task.texts { show(text.path) }
    // Files that the manifest no longer includes have no diagnostics.
    for path in old?.found.keys.sorted() ?? [] where found[path] == nil { show(path) }
  }

  // MARK: Publishing

  /// Each once, although several manifests may include the file.
  func diagnostics(of path: String) -> [Diagnostic] {
    let found = results.sorted { $0.key < $1.key }.compactMap { $0.value.found[path] }
    guard found.count > 1 else { return found.first ?? [] }
    var all: [Diagnostic] = []
    for diagnostic in found.joined() where !all.contains(where: diagnostic.isDuplicate(of:)) {
      all.append(diagnostic)
    }
    return DiagnosticFormatter.sorted(all)
  }

  /// Unless unchanged.
  private func show(_ path: String) {
    let diagnostics = diagnostics(of: path)
    let document = workspace.open[path]
    guard let text = document?.snapshot ?? workspace.snapshot(path) else {
      // The file no longer exists.
      if published.removeValue(forKey: path)?.diagnostics.isEmpty == false {
        withdraw(uri: uri(of: path))
      }
      return
    }
    if let old = published[path] {
      if old.text === text, old.diagnostics == diagnostics { return }
    } else if document == nil, diagnostics.isEmpty {
      return
    }
    let isKnown = document != nil || !diagnostics.isEmpty
    published[path] = isKnown ? Published(text: text, diagnostics: diagnostics) : nil
    let uri = uri(of: path)
    outbox.notify("textDocument/publishDiagnostics") { writer in
      writer.object { writer in
        writer.member("uri", uri)
        if let document { writer.member("version", document.version) }
        writer.key("diagnostics")
        writer.array(of: diagnostics) { diagnostic, writer in
          write(diagnostic, in: uri, text.lines, to: &writer)
        }
      }
    }
  }

  struct Published {
    let text: TextSnapshot
    let diagnostics: [Diagnostic]
  }

  private func withdraw(uri: String) {
    outbox.notify("textDocument/publishDiagnostics") { writer in
      writer.object { writer in
        writer.member("uri", uri)
        writer.key("diagnostics")
        writer.array { _ in }
      }
    }
  }

  func withdraw(_ document: OpenDocument) {
    if published.removeValue(forKey: document.path) != nil { withdraw(uri: document.uri) }
  }

  func write(
    _ diagnostic: Diagnostic, in uri: String, _ lines: TextLines, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("range")
      writer.range(diagnostic.range ?? 0..<0, in: lines)
      writer.member("severity", diagnostic.severity.number)
      writer.member("code", diagnostic.rule)
      writer.key("codeDescription")
      writer.object { $0.member("href", "\(program.guide)#\(diagnostic.rule)") }
      writer.member("source", program.name)
      writer.member("message", visible(diagnostic.message))
      if let hint = diagnostic.hint, client.takesRelatedInformation {
        writer.key("relatedInformation")
        writer.array { writer in
          writer.object { writer in
            writer.key("location")
            writer.object { writer in
              writer.member("uri", uri)
              writer.key("range")
              writer.range(diagnostic.range ?? 0..<0, in: lines)
            }
            writer.member("message", "hint: " + visible(hint))
          }
        }
      }
    }
  }
}

extension JSONWriter {
  mutating func range(_ range: Range<Int>, in lines: TextLines) {
    object { writer in
      writer.key("start")
      writer.position(lines.position(of: range.lowerBound))
      writer.key("end")
      writer.position(lines.position(of: range.upperBound))
    }
  }

  mutating func position(_ position: TextPosition) {
    object { writer in
      writer.member("line", position.line)
      writer.member("character", position.character)
    }
  }
}

extension Diagnostic {
  fileprivate func isDuplicate(of other: Diagnostic) -> Bool {
    rule == other.rule && range == other.range && message == other.message
  }
}

extension Diagnostic.Severity {
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

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
