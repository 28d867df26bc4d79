import FlintAnalysis
import FlintText

/// The problems that one analysis has found: in a manifest and its included files, in a file of scenarios, or in a
/// state.
struct AnalysisResult {
  /// The texts on which the result depends. If one of these texts changes, the analysis is repeated. Nil if the
  /// analysis is not complete yet.
  let basis: AnalysisUnit.Basis?
  let found: [String: [Diagnostic]]
  let hasErrors: Bool

  /// The results for each feature of the manifest, which the next analysis reuses for unchanged features. They come
  /// from the last analysis in which the manifest had no errors; nil if there was none.
  let proven: ProvenFeatures?

  init(basis: AnalysisUnit.Basis?, found: [String: [Diagnostic]], proven: ProvenFeatures?) {
    (self.basis, self.found, self.proven) = (basis, found, proven)
    hasErrors = found.values.contains { $0.contains { $0.severity == .error } }
  }
}

/// Functions that find the problems in the files that are open in the client (the editor), and send them to the client.
/// For an open manifest, or a file that a manifest includes, they find the problems in the manifest and in all files
/// that it includes.
extension LanguageServer {
  /// Starts an analysis of the first manifest, scenario file or state on which no analysis has been completed since its
  /// texts last changed. Returns false if there is none.
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

  /// Continues the analyses until the problems in an open text are up to date, but for at most one second.
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

  /// The time in seconds after which an analysis sends the problems that it has found so far to the client, if the
  /// previous analysis found errors. Corrected errors then disappear without waiting for the end of the analysis.
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

  /// Returns the problems in a file. A file can be part of several analyses, because several manifests can include it.
  /// A problem that all of them find is returned only once.
  func diagnostics(of path: String) -> [Diagnostic] {
    let found = results.sorted { $0.key < $1.key }.compactMap { $0.value.found[path] }
    guard found.count > 1 else { return found.first ?? [] }
    var all: [Diagnostic] = []
    for diagnostic in found.joined() where !all.contains(where: diagnostic.isDuplicate(of:)) {
      all.append(diagnostic)
    }
    return DiagnosticFormatter.sorted(all)
  }

  /// Sends the problems in a file to the client, unless the same problems were sent last.
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

  /// The problems in a file that were last sent to the client.
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

  /// Sends an empty list of problems for a text that the user has closed, so that the client no longer shows them.
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
  /// Returns whether two diagnostics report the same problem: whether they have the same rule, range and message. Their
  /// hints may differ.
  fileprivate func isDuplicate(of other: Diagnostic) -> Bool {
    rule == other.rule && range == other.range && message == other.message
  }
}

extension Diagnostic.Severity {
  /// The number that the Language Server Protocol defines for this severity.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
