internal import FlintText

/// What goes to standard error.
enum Diagnostics {
  static func write(_ notices: [Notice], color: ColorChoice) {
    let style = style(color)
    var text = ""
    for notice in notices {
      text += style.apply(.error, "error:") + " " + notice.message + "\n"
      if let hint = notice.hint { text += style.apply(.hint, "hint:") + " " + hint + "\n" }
    }
    writeToStandardError(text)
  }

  static func warn(_ message: String, _ color: ColorChoice) {
    let style = style(color)
    writeToStandardError(style.apply(.warning, "warning:") + " " + visible(message) + "\n")
  }

  /// About a file as a whole.
  static func write(_ diagnostic: Diagnostic, path: String, color: ColorChoice) {
    let formatter = DiagnosticFormatter(style: style(color), isASCII: !Terminal.usesUTF8)
    writeToStandardError(formatter.format(diagnostic, path: path))
  }

  /// What is wrong in a file, each with its place.
  static func write(_ diagnostics: [Diagnostic], in file: SourceFile, color: ColorChoice) {
    var text = ""
    let width = Terminal.diagnostics.isTerminal ? Terminal.diagnostics.width : nil
    DiagnosticFormatter(
      style: style(color), width: width, isASCII: !Terminal.usesUTF8
    ).write(diagnostics, in: file) { diagnostic in
      text += diagnostic
      if text.utf8.count > 1 << 16 {
        writeToStandardError(text)
        text = ""
      }
    }
    writeToStandardError(text)
  }

  private static func style(_ color: ColorChoice) -> DiagnosticStyle {
    Terminal.diagnostics.usesColor(color) ? .colored : .plain
  }
}

/// Writes text in the locale's characters. Where even standard error cannot be written to, there is nowhere left to
/// report it.
func writeToStandardError(_ text: String) {
  let text = Terminal.usesUTF8 ? text : ASCIIForm.of(text)
  do throws(SystemError) {
    try POSIX.write(POSIX.standardError, Array(text.utf8))
  } catch {
    return
  }
}
