/// Converts names into texts that ids can contain.
enum Slug {
  /// Returns a name in which invalid characters are replaced, so that it can be an id. Adjacent invalid characters
  /// become one `-`, and are removed at both ends: `Beta users!` becomes `Beta-users`. The result is empty if the name
  /// has no valid character.
  static func of(_ name: String) -> String {
    var slug = ""
    var isPending = false
    for scalar in name.unicodeScalars {
      guard isAllowed(scalar) else {
        isPending = true
        continue
      }
      if isPending { slug += "-" }
      isPending = false
      slug.unicodeScalars.append(scalar)
    }
    let trimmed = slug.drop { $0 == "-" }
    return String(trimmed.prefix(trimmed.count - trimmed.reversed().prefix { $0 == "-" }.count))
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
    default: false
    }
  }
}

/// A table that assigns a unique id to each key, for example to the index of each condition in a template. If another
/// key already has the wanted id, `-2`, `-3` and so on is appended.
struct UniqueIDs<Key: Hashable> {
  private var ids: [Key: String] = [:]
  private var taken: Set<String> = []

  /// Returns the unique id that this table has assigned to a key, and whether the key is new in the table. A key is
  /// what the id stands for, such as the index of a condition in a template. A new key gets the id `wanted` or, if
  /// another key already has this id, `wanted` followed by a number, such as `-2`.
  mutating func id(of key: Key, wanted: String) -> (id: String, isNew: Bool) {
    if let known = ids[key] { return (known, false) }
    var id = wanted
    var number = 2
    while !taken.insert(id).inserted {
      id = "\(wanted)-\(number)"
      number += 1
    }
    ids[key] = id
    return (id, true)
  }
}
