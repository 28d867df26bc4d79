/// What goes to standard error.
enum Diagnostics {
  static func write(_ notices: [Notice], color: ColorChoice) {
    let paint = Terminal.diagnostics.usesColor(color)
    var text = ""
    for notice in notices {
      text += paint ? "\u{1B}[1;31merror:\u{1B}[0m " : "error: "
      text += notice.message + "\n"
      if let hint = notice.hint {
        text += (paint ? "\u{1B}[1mhint:\u{1B}[0m " : "hint: ") + hint + "\n"
      }
    }
    writeToStandardError(text)
  }
}

/// Where even standard error cannot be written to, nobody is left to be told.
func writeToStandardError(_ text: String) {
  do throws(SystemError) {
    try POSIX.write(POSIX.standardError, Array(text.utf8).span.bytes)
  } catch {
    return
  }
}
