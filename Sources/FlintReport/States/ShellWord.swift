internal import FlintCore
internal import FlintText

/// Text as one word of a shell.
package enum ShellWord {
  /// The text in quotes where a shell would read it differently.
  ///
  /// What a terminal would obey stands in `$'…'`, which bash, zsh and ksh undo; nothing but that needs more than POSIX.
  package static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    // What is shown differently would be pasted differently.
    let isTreacherous = !visible(text).isSame(as: text)
    var quoted = isTreacherous ? "$'" : "'"
    var orders = ObeyedScalars()
    for scalar in text.unicodeScalars {
      let isObeyed = orders.contain(scalar)
      switch scalar {
      case "'": quoted += isTreacherous ? "\\'" : #"'\''"#
      case "\\": quoted += isTreacherous ? "\\\\" : "\\"
      case _ where isObeyed:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
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
    // zsh takes a word that begins with '=' for the path of a command.
    guard let first = text.utf8.first, first != UInt8(ascii: "=") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="),
        UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "%"):
        true
      default: false
      }
    }
  }
}
