/// The words of a type's name.
struct TypeName {
  let words: [String]

  /// Without the suffix, unless it is the whole name. Generic arguments follow: `Theme`, `Dark`.
  init(of type: Any.Type, without suffix: String) {
    var parts = String(describing: type).split { !$0.isLetter && !$0.isNumber }
    if let first = parts.first, first.hasSuffix(suffix), first != suffix {
      parts[0] = first.dropLast(suffix.count)
    }
    words = parts.flatMap { Self.words(of: $0) }
  }

  var hyphenated: String { words.map { $0.lowercased() }.joined(separator: "-") }

  var spaced: String { words.joined(separator: " ") }

  var camelCased: String {
    guard let first = words.first else { return "" }
    return first.lowercased() + words.dropFirst().joined()
  }

  private static func words(of name: Substring) -> [String] {
    var words: [String] = []
    var rest = name
    while !rest.isEmpty {
      let length = platformLength(rest) ?? wordLength(rest)
      words.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return words
  }

  private static func wordLength(_ name: Substring) -> Int {
    let characters = Array(name)
    var index = 1
    while index < characters.count {
      let (previous, next) = (characters[index - 1], characters[index])
      if next.isUppercase {
        if previous.isLowercase { break }
        if index + 1 < characters.count, characters[index + 1].isLowercase,
          platformLength(name.dropFirst(index - 1)) == nil
        {
          break
        }
      }
      if platformLength(name.dropFirst(index)) != nil { break }
      index += 1
    }
    return index
  }

  private static func platformLength(_ name: Substring) -> Int? {
    Platform.allCases.first { name.hasPrefix($0.name) }?.name.count
  }
}
