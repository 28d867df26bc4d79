internal import FlintCore

/// The items of a comma list; `\,` is a comma in an item, any other backslash itself.
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

/// `text` as an item of a comma list.
func listItem(_ text: String) -> String {
  text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
}

/// The two sides of `text` around its last `=` with which `isValid(left, right)` holds.
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
  /// A version as it is typed, or `latest`.
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
  /// The first ten, and how many more there are.
  var shortList: String {
    let more = count - 10
    return prefix(10).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// `iOS, macOS, tvOS`, for texts that every start makes: the first ``joined(separator:)`` of a process looks up which special
  /// cases there are of it, which takes longer than reading the line of a shell.
  func list() -> String {
    var text = first ?? ""
    for word in dropFirst() { text += ", " + word }
    return text
  }
}
