/// Those that contain `name` or, without one, a word of it, ignoring case. From 3 to 512 bytes.
/// - Parameter spellings: The names of a candidate.
package func similarNames<Candidate>(
  to name: String, among candidates: [Candidate], spellings: (Candidate) -> [String]
) -> [Candidate] {
  let wanted = name.lowercased()
  func matches(_ parts: [String]) -> [Candidate] {
    if parts.isEmpty { return [] }
    return candidates.filter { candidate in
      spellings(candidate).contains { spelling in
        let spelling = spelling.lowercased()
        return parts.contains { spelling.has($0) }
      }
    }
  }
  func isLongEnough(_ text: some StringProtocol) -> Bool {
    text.utf8.count >= 3 && text.utf8.count <= 512
  }
  let whole = matches(isLongEnough(wanted) ? [wanted] : [])
  if !whole.isEmpty { return whole }
  let words = wanted.split { !$0.isLetter && !$0.isNumber }.filter(isLongEnough)
  return matches(words.map { String($0) })
}

/// See ``similarNames(to:among:spellings:)``.
package func similarNames(to name: String, among names: [String]) -> [String] {
  similarNames(to: name, among: names) { [$0] }
}
