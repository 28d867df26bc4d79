/// Returns candidates to suggest to the user for an unknown name: those whose names contain `name`. If there are none,
/// returns the candidates whose names contain one of the words of `name`.
///
/// The comparison ignores case. Words are runs of letters and digits. Names and words with fewer than 3 or more than
/// 512 UTF-8 bytes are not searched for. The candidates keep their order.
///
/// - Parameter spellings: A closure that returns the names of a candidate, such as its id and its display name.
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

/// Returns names to suggest for an unknown name: those that contain `name` or, if there are none, one of its words. See
/// ``similarNames(to:among:spellings:)``.
package func similarNames(to name: String, among names: [String]) -> [String] {
  similarNames(to: name, among: names) { [$0] }
}
