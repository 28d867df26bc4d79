/// The candidates that have `name` somewhere in one of their spellings; where none has, those that have one of its words.
///
/// ASCII case counts for nothing, words are runs of letters and digits, and words of fewer than three characters match
/// nothing. In the order of the candidates; takes time proportional to the spellings' length.
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

/// The names that have `name`, or one of its words, in them; see ``similarNames(to:among:spellings:)``.
package func similarNames(to name: String, among names: [String]) -> [String] {
  similarNames(to: name, among: names) { [$0] }
}
