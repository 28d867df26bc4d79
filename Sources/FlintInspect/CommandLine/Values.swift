import FlintModel

/// Returns the items of a comma-separated list. `\,` is a comma inside an item; other backslashes have no special
/// meaning.
func splitList(_ text: String) -> [String] {
  var items = [String.UnicodeScalarView()]
  for scalar in text.unicodeScalars {
    guard scalar == "," else {
      items[items.count - 1].append(scalar)
      continue
    }
    if items[items.count - 1].last == "\\" {
      items[items.count - 1].removeLast()
      items[items.count - 1].append(scalar)
    } else {
      items.append(String.UnicodeScalarView())
    }
  }
  return items.map { String($0) }
}

/// Returns `text` as an item of a comma-separated list, with its commas escaped.
func listItem(_ text: String) -> String {
  text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
}

/// Splits `text`, such as `camera=denied`, at the last `=` for which `isValid(left, right)` is true. Both parts can
/// contain further `=`. Returns nil if there is no such `=`.
func splitAssignment(
  _ text: String, where isValid: (_ left: String, _ right: String) -> Bool
) -> (left: String, right: String)? {
  let scalars = text.unicodeScalars
  for index in scalars.indices.reversed() where scalars[index] == "=" {
    let left = String(scalars[..<index])
    let right = String(scalars[scalars.index(after: index)...])
    if isValid(left, right) { return (left, right) }
  }
  return nil
}

extension InstalledVersion {
  /// Parses a version, such as `17.2`, or the word `latest`. Returns nil for other texts.
  init?(_ text: String) {
    if text == "latest" {
      self = .latest
    } else if let version = Version(text) {
      self = .version(version)
    } else {
      return nil
    }
  }
}

extension [String] {
  /// The first ten elements, separated by commas, and the number of the others, for example `a, b, … and 5 more`.
  var shortList: String {
    let more = count - 10
    return prefix(10).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// Returns the elements separated by commas, for example `iOS, macOS, tvOS`.
  ///
  /// It replaces ``joined(separator:)`` because the texts of the option table are built at each start of the program,
  /// and the first call of ``joined(separator:)`` in a process is slow: it looks up generic specializations, which
  /// takes longer than parsing a command line.
  func list() -> String {
    var text = first ?? ""
    for word in dropFirst() { text += ", " + word }
    return text
  }
}
