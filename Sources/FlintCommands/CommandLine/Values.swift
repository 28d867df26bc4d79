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
