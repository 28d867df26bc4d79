internal import FlintCore
internal import FlintText

/// Text as one word of a shell.
///
/// POSIX shells, fish and PowerShell agree on what stands in single quotes, but for a quote or a backslash in it.
package enum ShellWord {
  /// The text in quotes where a shell would read it differently.
  ///
  /// What a terminal would obey stands in `$'…'`, which bash, zsh and ksh undo; nothing but that needs more than POSIX.
  package static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    // What is shown differently would be pasted differently.
    let isUnsafe = !visible(text).isSame(as: text)
    var quoted = isUnsafe ? "$'" : "'"
    var orders = UnsafeScalars()
    for scalar in text.unicodeScalars {
      let isObeyed = orders.contain(scalar)
      switch scalar {
      case "'": quoted += isUnsafe ? "\\'" : #"'\''"#
      case "\\": quoted += isUnsafe ? "\\\\" : "\\"
      case _ where isObeyed: quoted += unicodeEscape(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }

  /// JSON in single quotes, in which no character is left that a terminal obeys or a shell reads in its own way.
  static func json(_ json: String) -> String {
    var quoted = "'"
    var isEscaped = false
    // What a terminal would obey is escaped as JSON has it.
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

  /// Whether every shell takes what `quoted` made of a text for that text.
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

  /// The path of a file as an argument, which is none of the command's options.
  package static func path(_ path: String) -> String {
    quoted(path.hasPrefix("-") && path != "-" ? "./" + path : path)
  }

  /// An option with its value. A value that would be taken for an option is joined to it.
  package static func option(_ name: String, _ value: String) -> String {
    "--\(name)\(value.hasPrefix("-") ? "=" : " ")\(quoted(value))"
  }

  private static func isPlain(_ text: String) -> Bool {
    // zsh takes a word that begins with '=' for the path of a command, PowerShell one with '@' for a list of arguments.
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
