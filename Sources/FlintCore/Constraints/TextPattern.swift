/// What a text has to begin with, contain and end with. Texts are compared by their Unicode scalars, so that case counts.
public struct TextPattern: Hashable, Sendable {
  // INVARIANT: at least one of the lists names a text; no text is empty, and none is twice in one list.
  public let beginsWith: [ExactText]
  public let contains: [ExactText]
  public let endsWith: [ExactText]

  /// A place in a text where a pattern wants something, in the order in which patterns are written.
  public enum Part: String, NamedCase {
    case beginsWith, contains, endsWith

    public var name: String { rawValue }
  }

  /// Of each list one text is enough; an empty list demands nothing. Nil where all lists are empty, and where a text is empty
  /// or twice in one list.
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

  /// The texts of which one is enough at a place; none where the pattern demands nothing there.
  public subscript(part: Part) -> [ExactText] {
    switch part {
    case .beginsWith: beginsWith
    case .contains: contains
    case .endsWith: endsWith
    }
  }

  /// The places where the pattern demands something.
  public var parts: [Part] { Part.allCases.filter { !self[$0].isEmpty } }

  /// The pattern with some of its texts at one place, or none; nil where it would then demand nothing.
  package func replacing(_ part: Part, by texts: [ExactText]) -> TextPattern? {
    TextPattern(
      beginsWith: part == .beginsWith ? texts : beginsWith,
      contains: part == .contains ? texts : contains,
      endsWith: part == .endsWith ? texts : endsWith)
  }

  public func matches(_ text: ExactText) -> Bool {
    var text = text.text
    return text.withUTF8 { text in
      parts.allSatisfy { part in
        self[part].contains { wanted in
          var wanted = wanted.text
          return wanted.withUTF8 { part.isFound($0, in: text) }
        }
      }
    }
  }
}

extension TextPattern.Part {
  /// Whether a text is found at this place of another.
  ///
  /// Both are well-formed UTF-8, in which the bytes of a scalar never occur within those of others: comparing bytes compares
  /// scalars. `contains` takes the product of both lengths at worst.
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
