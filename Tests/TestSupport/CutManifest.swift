/// A manifest cut into files that together say the same, by their names; `m.json` includes all others.
public struct CutManifest {
  public var files: [String: String] { trees.mapValues(\.text) }

  private var trees: [String: JSONTree] = [:]
  private var order: [String] = []

  public static let root = "m.json"

  /// With every feature in a file of its own.
  public init(byFeature text: String) throws {
    trees[Self.root] = try JSONTree(text)
    try cutEveryFeature(of: Self.root)
  }

  /// At random places into so many files more, some of them in folders and some of them empty.
  public init(_ text: String, into parts: Int, using random: inout SeededGenerator) throws {
    trees[Self.root] = try JSONTree(text)
    for _ in 0..<parts { cut(using: &random) }
    deal(using: &random)
  }

  // MARK: Features

  private mutating func cutEveryFeature(of file: String) throws {
    guard var tree = trees[file] else { return }
    // A file's own list holds the feature that it is for, and that feature stays.
    var list = file == Self.root ? 0 : 1
    // A list that is cut is followed by no list inside it.
    while let features = tree.features(list), !features.isEmpty {
      let includes = features.map { add([$0], to: "\(trees.count).json", from: file) }
      tree.setFeatures(list, includes)
      list += 1
    }
    trees[file] = tree
    for include in tree.includes where trees[include] != nil { try cutEveryFeature(of: include) }
  }

  /// Moves features that stand beside each other, perhaps none, into a new file.
  private mutating func cut(using random: inout SeededGenerator) {
    let file = random.pick(trees.keys.sorted())
    guard let tree = trees[file], tree.listCount > 0 else { return }
    let list = random.int(0...tree.listCount - 1)
    guard var features = tree.features(list) else { return }
    let first = random.int(0...features.count)
    let count = random.int(0...min(random.pick([1, 2, 100]), features.count - first))
    let moved = Array(features[first..<first + count])
    let name = random.pick(["", "a/", "a/b/", "é/"]) + "\(trees.count).json"
    let include = add(moved, to: name, from: file)
    features.replaceSubrange(first..<first + count, with: [include])
    trees[file]?.setFeatures(list, features)
  }

  /// Puts features into a new file; what stands for them in the other one.
  private mutating func add(_ features: [JSONTree], to name: String, from file: String) -> JSONTree
  {
    var part = JSONTree.object([
      ("manifestVersion", .number("1")), ("features", .array(features)),
    ])
    part.redirect(from: file, to: name)
    trees[name] = part
    return .object([("include", .string(Self.way(from: file, to: name)))])
  }

  /// The path of a file from the folder of another one.
  fileprivate static func way(from file: String, to name: String) -> String {
    let up = file.split(separator: "/").count - 1
    return String(repeating: "../", count: up) + name
  }

  // MARK: Other lists

  /// Leaves a beginning of each of the other lists where it is and deals the rest to the files in their order.
  private mutating func deal(using random: inout SeededGenerator) {
    note(Self.root)
    for key in ["groups", "products", "attributes", "conditions", "assume"] {
      guard case .array(let elements)? = trees[Self.root]?.remove(key) else { continue }
      let cuts = order.dropFirst().map { _ in random.int(0...elements.count) }.sorted()
      for (file, (start, end)) in zip(order, zip([0] + cuts, cuts + [elements.count]))
      where start < end || random.oneIn(4) {
        trees[file]?.insert(key, .array(Array(elements[start..<end])), at: random.oneIn(2))
      }
    }
  }

  private mutating func note(_ file: String) {
    order.append(file)
    for include in trees[file]?.includes(in: file) ?? [] { note(include) }
  }
}

extension JSONTree {
  // MARK: Features

  var listCount: Int {
    var count = 0
    visit { _ in count += 1 }
    return count
  }

  /// The n-th list of features.
  func features(_ number: Int) -> [JSONTree]? {
    var (count, found) = (0, [JSONTree]?.none)
    visit { list in
      if count == number { found = list }
      count += 1
    }
    return found
  }

  mutating func setFeatures(_ number: Int, _ list: [JSONTree]) {
    var count = 0
    change { old in
      defer { count += 1 }
      return count == number ? list : old
    }
  }

  /// Calls `body` with each list of features, an outer one before those in it.
  private func visit(_ body: ([JSONTree]) -> Void) {
    var copy = self
    copy.change { list in
      body(list)
      return list
    }
  }

  private mutating func change(_ body: ([JSONTree]) -> [JSONTree]) {
    guard case .array(let old)? = member("features") else { return }
    var features = body(old)
    for index in features.indices { features[index].change(body) }
    set("features", .array(features))
  }

  // MARK: Includes

  /// As they are written.
  var includes: [String] {
    guard case .array(let features)? = member("features") else { return [] }
    return features.flatMap { feature -> [String] in
      guard case .string(let path)? = feature.member("include") else { return feature.includes }
      return [path]
    }
  }

  /// The names of the files, of those that a file includes.
  func includes(in file: String) -> [String] {
    includes.map { String($0.drop { $0 == "." || $0 == "/" }) }
  }

  /// Has includes lead where they led from another file.
  mutating func redirect(from old: String, to new: String) {
    guard case .array(var features)? = member("features") else { return }
    for index in features.indices {
      if features[index].member("include") == nil {
        features[index].redirect(from: old, to: new)
      } else if let name = JSONTree.object([("features", .array([features[index]]))])
        .includes(in: old).first
      {
        features[index].set("include", .string(CutManifest.way(from: new, to: name)))
      }
    }
    set("features", .array(features))
  }
}
