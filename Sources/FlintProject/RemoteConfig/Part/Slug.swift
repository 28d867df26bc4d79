enum Slug {
  /// Runs of invalid characters become one `-`, none at the ends: `Beta-users` for `Beta users!`.
  /// Perhaps empty.
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

/// Adds `-2`, `-3`, … where the wanted id is taken.
struct UniqueIDs<Key: Hashable> {
  private var ids: [Key: String] = [:]
  private var taken: Set<String> = []

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
