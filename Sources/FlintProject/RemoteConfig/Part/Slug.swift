/// The conversion of names into parts of ids.
enum Slug {
  /// Returns a name with each run of characters that are invalid in ids replaced by `-`, and without `-` at its ends:
  /// `Beta-users` for `Beta users!`. The result is empty if no character is valid.
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

/// A table that assigns a unique id to each key. If the wanted id is taken, `-2`, `-3` and so on is appended.
struct UniqueIDs<Key: Hashable> {
  private var ids: [Key: String] = [:]
  private var taken: Set<String> = []

  /// Returns the id of a key, and whether the key is new. `wanted` is the id that a new key should get.
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
