import FlintModel
import FlintText

/// Quotes text as one word for POSIX shells, fish and PowerShell, which agree on single quotes
/// without quotes and backslashes inside; see ``isPortable(_:)``.
enum ShellWord {
  /// `$'…'` with control characters, which bash, zsh and ksh decode.
  static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    // If the output shows some characters as escapes, the user copies these escapes. The shell must then decode them.
    let isUnsafe =
      !visible(text).isSame(as: text) || !withoutWorkflowCommands(text).isSame(as: text)
    var quoted = isUnsafe ? "$'" : "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": quoted += isUnsafe ? "\\'" : #"'\''"#
      case "\\": quoted += isUnsafe ? "\\\\" : "\\"
      case _ where scalar.isUnsafe, "[" where isUnsafe: quoted += unicodeEscape(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }

  /// What a terminal or shell would interpret is escaped as JSON.
  static func json(_ json: String) -> String {
    var quoted = "'"
    var isEscaped = false
    // Characters that a terminal would interpret are written as JSON escapes.
    for scalar in visible(json).unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "\\", "\"":
        quoted += isEscaped ? unicodeEscape(scalar) : String(scalar)
      case "'", "\u{2018}"..."\u{201B}": quoted += unicodeEscape(scalar)
      default:
        if isEscaped { quoted += "\\" }
        quoted.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return quoted + "'"
  }

  /// Not `$'…'`, backslashes and quotes inside quotes.
  static func isPortable(_ words: String) -> Bool {
    var quotes = 0
    var last: Unicode.Scalar = " "
    for scalar in words.unicodeScalars {
      switch (last, scalar) {
      case ("$", "'"), ("\\", "\\"), ("\\", "'"): return false
      case (_, "'"), (_, "\u{2018}"..."\u{201B}"): quotes += 1
      default: break
      }
      last = scalar
    }
    return quotes <= 2
  }

  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Not mistaken for an option.
  static func path(_ path: String) -> String {
    quoted(path.hasPrefix("-") && path != "-" ? "./" + path : path)
  }

  /// `--state lapsed`; joined by `=` if the value looks like an option.
  static func option(_ name: String, _ value: String) -> String {
    "--\(name)\(value.hasPrefix("-") ? "=" : " ")\(quoted(value))"
  }

  private static func isPlain(_ text: String) -> Bool {
    // zsh replaces a word that begins with '=' with the path of a command. PowerShell replaces a word that begins with
    // '@' with a list of arguments.
    guard let first = text.unicodeScalars.first, first != "=", first != "@" else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="),
        UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "%"):
        true
      default: false
      }
    }
  }
}
