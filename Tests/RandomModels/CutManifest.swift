public import TestSupport

/// A manifest that is split into files, by their names. `m.json` includes the others.
public struct CutManifest {
  public var files: [String: String] { trees.mapValues(\.text) }

  private var trees: [String: JSONTree] = [:]
  private var order: [String] = []

  public static let root = "m.json"

  /// Splits a manifest into one file for each feature.
  public init(byFeature text: String) throws {
    trees[Self.root] = try JSONTree(text)
    try cutEveryFeature(of: Self.root)
  }

  /// Splits a manifest at random positions into the given number of additional files. Some are in folders, and some are
  /// empty.
  public init(_ text: String, into parts: Int, using random: inout SeededGenerator) throws {
    trees[Self.root] = try JSONTree(text)
    for _ in 0..<parts { cut(using: &random) }
    deal(using: &random)
  }

  // MARK: Features

  private mutating func cutEveryFeature(of file: String) throws {
    guard var tree = trees[file] else { return }
    // The first list of a file contains the feature that the file was created for, which stays.
    var list = file == Self.root ? 0 : 1
    // A list that is split contains no list that is split later.
    while let features = tree.features(list), !features.isEmpty {
      let includes = features.map { add([$0], to: "\(trees.count).json", from: file) }
      tree.setFeatures(list, includes)
      list += 1
    }
    trees[file] = tree
    for include in tree.includes where trees[include] != nil { try cutEveryFeature(of: include) }
  }

  /// Moves a run of sibling features, possibly empty, to a new file.
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

  /// Adds features to a new file, and returns the element that replaces them in the other file.
  private mutating func add(_ features: [JSONTree], to name: String, from file: String) -> JSONTree
  {
    var part = JSONTree.object([
      ("manifestVersion", .number("1")), ("features", .array(features)),
    ])
    part.redirect(from: file, to: name)
    trees[name] = part
    return .object([("include", .string(Self.way(from: file, to: name)))])
  }

  /// Returns the path of a file relative to the folder of another one.
  fileprivate static func way(from file: String, to name: String) -> String {
    let up = file.split(separator: "/").count - 1
    return String(repeating: "../", count: up) + name
  }

  // MARK: Other lists

  /// Keeps the first elements of each other list in the main file, and distributes the rest over the files in order.
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

  /// Calls `body` with each list of features. An outer list comes before the lists in it.
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

  /// The paths of the includes as written.
  var includes: [String] {
    guard case .array(let features)? = member("features") else { return [] }
    return features.flatMap { feature -> [String] in
      guard case .string(let path)? = feature.member("include") else { return feature.includes }
      return [path]
    }
  }

  func includes(in file: String) -> [String] {
    includes.map { String($0.drop { $0 == "." || $0 == "/" }) }
  }

  /// Rewrites the paths of includes that were written for another file, so that they lead to the same files.
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
