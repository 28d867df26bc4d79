/// Required prefixes, substrings and suffixes of a text, by Unicode scalars.
public struct TextPattern: Hashable, Sendable {
  // INVARIANT: at least one list is not empty; no text is empty, and no list contains a text twice.
  public let beginsWith: [ExactText]
  public let contains: [ExactText]
  public let endsWith: [ExactText]

  /// Where a text must match, in the order of manifests.
  public enum Part: String, NamedCase {
    case beginsWith, contains, endsWith
  }

  /// One text of each list must match; an empty list requires nothing. Nil if all are empty, or for
  /// empty or repeated texts.
  public init?(
    beginsWith: [ExactText] = [], contains: [ExactText] = [], endsWith: [ExactText] = []
  ) {
    let lists = [beginsWith, contains, endsWith]
    guard lists.contains(where: { !$0.isEmpty }),
      lists.allSatisfy({ Set($0).count == $0.count && !$0.contains(ExactText("")) })
    else { return nil }
    self.beginsWith = beginsWith
    self.contains = contains
    self.endsWith = endsWith
  }

  /// Empty if the pattern lacks this part.
  public subscript(part: Part) -> [ExactText] {
    switch part {
    case .beginsWith: beginsWith
    case .contains: contains
    case .endsWith: endsWith
    }
  }

  /// Parts that the pattern has, in the order of the cases.
  public var parts: [Part] { Part.allCases.filter { !self[$0].isEmpty } }

  /// The pattern with other texts in this part; nil if invalid.
  package func replacing(_ part: Part, by texts: [ExactText]) -> TextPattern? {
    TextPattern(
      beginsWith: part == .beginsWith ? texts : beginsWith,
      contains: part == .contains ? texts : contains,
      endsWith: part == .endsWith ? texts : endsWith)
  }

  public func matches(_ text: ExactText) -> Bool {
    var text = text.text
    return text.withUTF8(matches)
  }

  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    func matches(_ part: Part, _ texts: [ExactText]) -> Bool {
      texts.isEmpty
        || texts.contains { wanted in
          var wanted = wanted.text
          return wanted.withUTF8 { part.isFound($0, in: text) }
        }
    }
    return matches(.beginsWith, beginsWith) && matches(.contains, contains)
      && matches(.endsWith, endsWith)
  }
}

extension TextPattern.Part {
  /// Whether the text has `wanted` at this place. Bytes of well-formed UTF-8 compare as scalars.
  /// `contains` takes time up to the product of both lengths.
  package func isFound(
    _ wanted: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let last = text.count - wanted.count
    guard last >= 0, let first = wanted.first else { return last >= 0 }
    func isFound(at start: Int) -> Bool {
      var index = 0
      while index < wanted.count {
        if text[start &+ index] != wanted[index] { return false }
        index &+= 1
      }
      return true
    }
    switch self {
    case .beginsWith: return isFound(at: 0)
    case .endsWith: return isFound(at: last)
    case .contains:
      var start = 0
      while start <= last {
        if text[start] == first, isFound(at: start) { return true }
        start &+= 1
      }
      return false
    }
  }
}
