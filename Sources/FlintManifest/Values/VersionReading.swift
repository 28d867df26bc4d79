package import FlintModel
package import FlintText

extension InputProblems {
  /// `17` or `"17.2"`.
  package mutating func version(_ value: JSONValue, _ subject: String) -> Version? {
    switch value.kind {
    case .string: return textVersion(value)
    case .number: return numberVersion(value)
    default:
      add(.wrongType(subject: subject, found: value.kind, expected: .version), at: value)
      return nil
    }
  }

  /// Also `"latest"`.
  package mutating func installedVersion(_ value: JSONValue, _ subject: String) -> InstalledVersion?
  {
    value.equals("latest") ? .latest : version(value, subject).map { .version($0) }
  }

  /// A plain version is the range from it on.
  package mutating func versionRange(_ value: JSONValue, _ subject: String) -> VersionRange? {
    value.kind == .object
      ? range(value, subject, .version) {
        $0.version($1, $2)
      } make: {
        VersionRange(atLeast: $0, below: $1)
      }
      : version(value, subject).map { .atLeast($0) }
  }

  private mutating func textVersion(_ value: JSONValue) -> Version? {
    if let version = value.withUTF8({ Version(utf8: $0) }) {
      return version
    }
    let text = value.string ?? ""
    add(.invalidVersion(text: text, .init(in: text)), at: value)
    return nil
  }

  private mutating func numberVersion(_ value: JSONValue) -> Version? {
    let text = value.source
    switch value.integer {
    case .value(let number) where !text.hasPrefix("-"):
      if let major = Int32(exactly: number) { return Version(major) }
      add(.invalidVersion(text: text, .tooLarge), at: value)
    case .overflow where !text.hasPrefix("-"):
      add(.invalidVersion(text: text, .tooLarge), at: value)
    case .notAnInteger where !text.hasPrefix("-"):
      add(.invalidVersion(text: text, .number(text: DecimalText.plain(text))), at: value)
    default: add(.invalidVersion(text: text, .notAVersion), at: value)
    }
    return nil
  }
}

/// Versions from JSON numbers, for hints.
enum DecimalText {
  /// `15` for `1.5e1`, `10.10` for `10.10`; nil if no version.
  static func plain(_ number: String) -> String? {
    let parts = number.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard let mantissa = parts.first else { return nil }
    let shift = parts.count > 1 ? Int(parts[1]) : 0
    guard let shift, abs(shift) <= 9 else { return nil }
    let halves = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(halves[0])
    let fraction = halves.count > 1 ? String(halves[1]) : ""
    let text = shift == 0 ? String(mantissa) : shifted(whole, fraction, by: shift)
    return Version(text) == nil ? nil : text
  }

  private static func shifted(_ whole: String, _ fraction: String, by shift: Int) -> String {
    let zeros = String(repeating: "0", count: abs(shift))
    let digits = shift > 0 ? whole + fraction + zeros : zeros + whole + fraction
    let point = shift > 0 ? whole.count + shift : whole.count
    let left = digits.prefix(point).drop { $0 == "0" }
    var right = digits.dropFirst(point)
    while right.last == "0" { right.removeLast() }
    return (left.isEmpty ? "0" : String(left)) + (right.isEmpty ? "" : "." + right)
  }
}
