import FlintModel

/// `\,` is a comma.
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

func listItem(_ text: String) -> String {
  text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
}

/// At the last valid `=`; nil without one.
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
  /// `a, b, … and 5 more`, after ten.
  var shortList: String {
    let more = count - 10
    return prefix(10).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// In place of ``joined(separator:)``, whose first call in a process takes longer than parsing a
  /// command line.
  func list() -> String {
    var text = first ?? ""
    for word in dropFirst() { text += ", " + word }
    return text
  }
}
