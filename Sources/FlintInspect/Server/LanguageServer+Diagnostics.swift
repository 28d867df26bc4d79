extension LanguageServer {
  /// Begins the next analysis; false if all are up to date.
  func beginAnalysis(at now: Double) -> Bool {
    let subjects = workspace.subjects
    let paths = Set(subjects.map(\.path))
    for path in results.keys.sorted() where !paths.contains(path) {
      for path in results.removeValue(forKey: path)?.found.keys.sorted() ?? [] { show(path) }
    }
    for subject in subjects where !isUpToDate(subject) {
      task = AnalysisTask(subject, since: now)
      return true
    }
    return false
  }

  func continueAnalysis(at now: Double) {
    guard let task else { return }
    // Unless a text has changed since the analysis began.
    guard task.subject.isSame(as: workspace.subject(of: task.subject.path)) else {
      self.task = nil
      return
    }
    task.proceed()
    if task.isComplete {
      self.task = nil
      take(task)
    } else if results[task.subject.path]?.hasErrors == true, now - task.beginning > 0.02 {
      // Fixed errors disappear before the analysis is complete. Warnings remain until then, because it may find them
      // again.
      take(task)
    }
  }

  /// Analyzes the file for at most a second, until results are complete.
  func finishAnalysis(of path: String) {
    guard workspace.open[path] != nil, let subject = workspace.subject(of: path) else { return }
    let end = seconds() + 1
    while seconds() < end, !isUpToDate(subject), analyze() {}
  }

  private func isUpToDate(_ subject: AnalysisSubject) -> Bool {
    guard let result = results[subject.path], result.isComplete else { return false }
    return result.subject.isSame(as: subject)
  }

  private func take(_ task: AnalysisTask) {
    let old = results.updateValue(task, forKey: task.subject.path)
    let found = task.found
    for text in task.texts { show(text.path) }
    // Files that the manifest no longer includes have no diagnostics.
    for path in old?.found.keys.sorted() ?? [] where found[path] == nil { show(path) }
  }

  // MARK: Publishing

  /// The file's problems, each once, although several manifests may include it.
  func diagnostics(of path: String) -> [Diagnostic] {
    let found = results.sorted { $0.key < $1.key }.compactMap { $0.value.found[path] }
    guard found.count > 1 else { return found.first ?? [] }
    var all: [Diagnostic] = []
    for new in found.joined() {
      let isKnown = all.contains {
        $0.rule == new.rule && $0.range == new.range && $0.message == new.message
      }
      if !isKnown { all.append(new) }
    }
    return DiagnosticFormatter.sorted(all)
  }

  /// Publishes the file's problems, unless they are unchanged.
  private func show(_ path: String) {
    let diagnostics = diagnostics(of: path)
    let document = workspace.open[path]
    let old = published[path]
    guard let text = workspace.snapshot(path) else {
      // The file no longer exists.
      published[path] = nil
      if old?.diagnostics.isEmpty == false { publish([], to: uri(of: path)) }
      return
    }
    let isKnown = document != nil || !diagnostics.isEmpty
    if let old {
      if old.text === text, old.diagnostics == diagnostics { return }
    } else if !isKnown {
      return
    }
    published[path] = isKnown ? (text, diagnostics) : nil
    let uri = uri(of: path)
    publish(
      diagnostics.map { json($0, in: uri, text.lines) }, to: uri, version: document?.version)
  }

  func publish(_ diagnostics: [JSONLiteral], to uri: String, version: Int64? = nil) {
    outbox.send([
      "method": "textDocument/publishDiagnostics",
      "params": [
        "uri": .string(uri), "version": version.map { .integer($0) },
        "diagnostics": .array(diagnostics),
      ],
    ])
  }

  func json(_ diagnostic: Diagnostic, in uri: String, _ lines: TextLines) -> JSONLiteral {
    let range = diagnostic.range ?? 0..<0
    let rule = diagnostic.rule.isEmpty ? nil : diagnostic.rule
    let hint = takesRelatedInformation ? diagnostic.hint : nil
    let severity =
      switch diagnostic.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    return [
      "range": lines.json(range), "severity": .number(severity), "code": rule.map { .string($0) },
      "codeDescription": rule.flatMap { rule in guide.map { ["href": .string("\($0)#\(rule)")] } },
      "source": .string(programName), "message": .string(visible(diagnostic.message)),
      "relatedInformation": hint.map {
        [["location": lines.location(uri, range), "message": .string("hint: \(visible($0))")]]
      },
    ]
  }
}

/// Finds problems of a manifest, of scenarios, or of a state. Those that need no analysis are found
/// at once, others by ``proceed()``.
final class AnalysisTask {
  let subject: AnalysisSubject

  /// When it began, in seconds of the server's clock.
  let beginning: Double

  let texts: [TextSnapshot]

  private var diagnostics: [[Diagnostic]]

  var isComplete = false

  private var rest: RemainingWork

  private enum RemainingWork: ~Copyable {
    case nothing
    case proof(FindingSearch, ManifestFile)
    case run(ScenarioRunner, [Scenario], next: Int)
  }

  init(_ subject: AnalysisSubject, since beginning: Double) {
    (self.subject, self.beginning) = (subject, beginning)
    rest = .nothing
    if let text = subject.text {
      texts = [text]
      diagnostics = [[]]
      analyze(text, of: subject.manifest?.file)
    } else {
      texts = subject.manifest?.texts ?? []
      diagnostics = subject.manifest?.errors ?? []
      if let file = subject.manifest?.file {
        rest = .proof(FindingSearch(in: file.manifest), file)
      }
    }
  }

  /// The problems found, by path.
  var found: [String: [Diagnostic]] {
    Dictionary(zip(texts.map(\.path), diagnostics)) { $1 }
  }

  var hasErrors: Bool { diagnostics.joined().contains { $0.severity == .error } }

  private func analyze(_ text: TextSnapshot, of file: ManifestFile?) {
    var found = [text.syntaxError].compactMap(\.self)
    defer { diagnostics = [DiagnosticFormatter.sorted(found)] }
    // Without a valid manifest, only syntax errors can be found.
    guard let file, let recovered = text.recovered else { return }
    do throws(InvalidInput) {
      if subject.kind == .state {
        _ = try file.state(in: text.source, recovered.document)
      } else {
        let scenarios = try ScenarioFile(text.source, recovered.document, for: file)
        guard text.syntaxError == nil else { return }
        rest = .run(ScenarioRunner(file.manifest), scenarios.scenarios, next: 0)
      }
    } catch {
      found += error.diagnostics.compactMap { recovered.source(of: $0) }
    }
  }

  func proceed() {
    var current = RemainingWork.nothing
    swap(&current, &rest)
    switch consume current {
    case .nothing: isComplete = true
    case .proof(var search, let file):
      for _ in 0..<32 {
        if search.proceed() { continue }
        diagnostics = file.source.byFile(
          file.withoutIgnored(
            ProvenFindings.diagnostics(of: search.findings, in: file),
            unchecked: Findings.rulesWithOptions)
        ).map { DiagnosticFormatter.sorted($0.diagnostics) }
        isComplete = true
        return
      }
      rest = .proof(search, file)
    case .run(let runner, let scenarios, let next):
      guard next < scenarios.count else {
        isComplete = true
        return
      }
      do throws(Diagnostic) {
        diagnostics[0] += try runner.run(scenarios[next]).failures.map { failure in
          Diagnostic(.error, rule: "", message: failure.sentence, range: failure.range)
        }
        rest = .run(runner, scenarios, next: next + 1)
      } catch {
        diagnostics[0].append(error)
        isComplete = true
      }
    }
  }
}

/// A file to analyze. Results are valid while neither the text nor the manifest changes.
struct AnalysisSubject {
  let path: String
  let kind: FileKind

  /// The text of scenarios or a state; nil for a manifest.
  let text: TextSnapshot?

  /// The manifest, or the one to which scenarios or a state belong.
  let manifest: ManifestReading?

  func isSame(as other: AnalysisSubject?) -> Bool {
    guard let other else { return false }
    return text === other.text && manifest === other.manifest
  }
}

extension Workspace {
  /// The file to analyze for each open document, sorted by path. For an included file, this is its
  /// manifest.
  var subjects: [AnalysisSubject] {
    Dictionary(open.keys.compactMap { subject(of: $0) }.map { ($0.path, $0) }) { $1 }.values
      .sorted { $0.path < $1.path }
  }

  func subject(of path: String) -> AnalysisSubject? {
    guard let kind = role(path) else { return nil }
    if kind == .manifest {
      let root = root(of: path)
      return AnalysisSubject(path: root, kind: kind, text: nil, manifest: reading(of: root))
    }
    return AnalysisSubject(
      path: path, kind: kind, text: snapshot(path),
      manifest: manifest(for: path).flatMap { reading(of: $0) })
  }
}
