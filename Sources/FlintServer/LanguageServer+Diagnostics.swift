import FlintText

/// Diagnostics of the open texts, each made again when a text changes that it depends on.
extension LanguageServer {
  /// Takes up the first open text whose diagnostics are not those of the texts as they are; false where there is none.
  func beginExamination(at now: Double) -> Bool {
    for path in workspace.open.keys.sorted() {
      guard let document = workspace.open[path] else { continue }
      let texts = texts(of: document)
      if let judged = document.judged, judged.elementsEqual(texts, by: ===) { continue }
      if texts.isEmpty, document.judged == nil { continue }
      switch document.kind {
      case .manifest: examination = Examination(document.snapshot, in: workspace, since: now)
      case let kind?:
        examination = Examination(
          document.snapshot, as: kind, of: texts.dropFirst().first, in: workspace, since: now)
      case nil:
        show([], of: path, judged: nil)
        continue
      }
      return true
    }
    return false
  }

  /// The text itself, and what it is read with; nothing for a file of another kind.
  private func texts(of document: OpenDocument) -> [TextSnapshot] {
    switch document.kind {
    case .manifest:
      workspace.parts(of: document.path).compactMap { workspace.snapshot($0) }
    case .scenarios, .state:
      [document.snapshot]
        + (workspace.manifest(for: document.path).flatMap { workspace.snapshot($0) }.map { [$0] }
          ?? [])
    case nil: []
    }
  }

  func continueExamination(at now: Double) {
    guard let examination else { return }
    guard let document = workspace.open[examination.path],
      document.snapshot === examination.texts[0]
    else {
      // The text has changed meanwhile.
      self.examination = nil
      return
    }
    if examination.proceed() {
      // Errors that are gone do not wait until everything is proven; warnings that may be proven again stay meanwhile.
      if document.showsErrors, now - examination.beginning > Self.patience {
        show(examination.diagnostics, of: examination.path, judged: nil)
      }
      return
    }
    self.examination = nil
    show(examination.diagnostics, of: examination.path, judged: examination.texts)
  }

  /// Works until a text's diagnostics are those of it as it is, if that does not take long.
  func finishExamination(of path: String) {
    let end = seconds() + 1
    while seconds() < end, workspace.open[path]?.isJudged == false, examine() {}
  }

  /// For how many seconds proofs may go on before what is known already is shown.
  private static let patience = 0.02

  private func show(_ diagnostics: [Diagnostic], of path: String, judged: [TextSnapshot]?) {
    guard let document = workspace.open[path] else { return }
    publish(diagnostics, of: document)
    _ = workspace.update(path) { document in
      document.judged = judged
      document.shown = diagnostics
      return true
    }
  }

  func publish(_ diagnostics: [Diagnostic], of document: OpenDocument) {
    let isOpen = workspace.open[document.path] != nil
    let lines = document.snapshot.lines
    outbox.notify("textDocument/publishDiagnostics") { writer in
      writer.object { writer in
        writer.member("uri", document.uri)
        if isOpen { writer.member("version", document.version) }
        writer.key("diagnostics")
        writer.array(of: diagnostics) { diagnostic, writer in
          write(diagnostic, in: document.uri, lines, to: &writer)
        }
      }
    }
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

extension Diagnostic.Severity {
  /// As the protocol numbers them.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
