import FlintAnalysis
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
