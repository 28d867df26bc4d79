/// A pattern for texts: what a text must begin with, contain and end with. The comparison is by Unicode scalars and is
/// case-sensitive.
public struct TextPattern: Hashable, Sendable {
  // INVARIANT: at least one list is not empty; no text is empty, and no list contains a text twice.
  public let beginsWith: [ExactText]
  public let contains: [ExactText]
  public let endsWith: [ExactText]

  /// A part of a text pattern, such as `beginsWith`. The order of the cases is the order in which patterns are written.
  public enum Part: String, NamedCase {
    case beginsWith, contains, endsWith

    public var name: String { rawValue }
  }

  /// Creates a pattern. A text must match at least one text of each list; an empty list requires nothing. The result is
  /// nil if all lists are empty, if a text is empty, or if a list has a text twice.
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

  /// The texts of one part of the pattern, of which a text must match at least one; empty if the pattern has no such
  /// part.
  public subscript(part: Part) -> [ExactText] {
    switch part {
    case .beginsWith: beginsWith
    case .contains: contains
    case .endsWith: endsWith
    }
  }

  /// The parts for which the pattern has texts, such as `beginsWith`, in the order of the cases.
  public var parts: [Part] { Part.allCases.filter { !self[$0].isEmpty } }

  /// Returns the pattern with the texts of one part replaced, or nil if the result is not valid, such as an empty
  /// pattern.
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
  /// Returns whether `text` begins with, contains or ends with `wanted`. This part of a pattern (`beginsWith`,
  /// `contains` or `endsWith`) decides which of the three is tested.
  ///
  /// Comparing the bytes of well-formed UTF-8 texts compares their scalars. The worst case of `contains` takes time
  /// proportional to the product of both lengths.
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
