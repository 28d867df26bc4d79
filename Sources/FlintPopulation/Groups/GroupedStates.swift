/// States that wait until their group has 256, a full batch. Without waiting, `audience --by` takes
/// 2.6 times as long for 1,000 features.
struct GroupedStates: ~Copyable {
  private static let maxWords = 8 << 20

  private let totals: GroupTotals
  private var batch: StateBatch
  private var waiting: [StateList] = []
  private var wordCount = 0

  /// The words of the added batch's states as in ``StateList``, each with room for all planes.
  private let entries: Table<Plane>
  private let counts = Table(repeating: 0, count: Lanes.laneCount)

  init(_ totals: GroupTotals, _ program: PopulationProgram) {
    self.totals = totals
    batch = StateBatch(program)
    entries = Table(uninitialized: program.layout.count * Lanes.laneCount)
  }

  mutating func add(_ states: borrowing StateBatch) {
    listPlanes(of: states)
    for lane in 0..<states.count {
      let group = Int(states.groups[lane])
      while group >= waiting.count { waiting.append(StateList()) }
      let entry = entries.start + lane &* states.program.layout.count
      entry[0] = Plane(truncatingIfNeeded: counts[lane])
      entry[1] = Plane(truncatingIfNeeded: states.weights[lane])
      entry[2] = Plane(truncatingIfNeeded: states.weights[lane] &>> 32)
      waiting[group].append(UnsafeBufferPointer(start: entry, count: counts[lane]))
      wordCount += counts[lane]
      if waiting[group].count == Lanes.laneCount { evaluate(group) }
    }
    if wordCount > Self.maxWords { evaluateAll() }
  }

  private func listPlanes(of states: borrowing StateBatch) {
    let room = states.program.layout.count
    let words = UnsafeRawPointer(states.planes.start).assumingMemoryBound(to: UInt64.self)
    let wordCount = (states.count + 63) / 64
    counts.start.update(repeating: StateList.headCount, count: Lanes.laneCount)
    // The first three planes are skipped, because no condition reads them; see ``PlaneLayout/unread``. Their room is used
    // for the head.
    for plane in 3..<room {
      let first = words + plane &* Lanes.scalarCount
      for word in 0..<wordCount {
        var bits = first[word]
        while bits != 0 {
          let lane = word &* 64 &+ bits.trailingZeroBitCount
          let count = counts[lane]
          entries[lane &* room &+ count] = Plane(truncatingIfNeeded: plane)
          counts[lane] = count &+ 1
          bits &= bits &- 1
        }
      }
    }
  }

  mutating func evaluateAll() {
    for group in waiting.indices where waiting[group].count > 0 { evaluate(group) }
  }

  private mutating func evaluate(_ group: Int) {
    wordCount -= waiting[group].wordCount
    waiting[group].move(to: &batch)
    totals.add(batch, toGroup: group)
    batch.removeAll()
  }
}

extension Audience {
  /// The states that share the values of the chosen keys.
  package struct Group: Hashable, Sendable {
    package var key: [Member]
    package var states: Int64
    package var weight: Int64

    /// The group's totals, in the order of ``Audience/numbers``.
    package var numbers: [Int64]

    /// A key with the group's value.
    package struct Member: Hashable, Sendable {
      package var name: String
      package var value: GroupValue
    }
  }

  package static let maxGroups = 10_000
}

/// A group's value of a key. The order is false, true, numbers, texts by code points, null.
package enum GroupValue: Hashable, Comparable, Sendable {
  case boolean(Bool)
  case integer(Int64)
  case text(ExactText)
  case null

  package static func < (one: GroupValue, other: GroupValue) -> Bool {
    switch (one, other) {
    case (.boolean(let one), .boolean(let other)): !one && other
    case (.integer(let one), .integer(let other)): one < other
    case (.text(let one), .text(let other)):
      one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    case (.boolean, _), (.integer, .text), (.integer, .null), (.text, .null): true
    case (.integer, _), (.text, _), (.null, _): false
    }
  }
}

extension [Audience.Group.Member] {
  package func precedes(_ other: [Audience.Group.Member]) -> Bool {
    // Loop over indices instead of elements, because copying an element would also copy its name.
    for index in 0..<Swift.min(count, other.count) where self[index].value != other[index].value {
      return self[index].value < other[index].value
    }
    return false
  }
}

/// A property by which states are grouped. Defaults apply where a state lacks it.
package enum GroupKey: Hashable, Sendable {
  case platform

  /// The system's major version, or `latest`.
  case osVersion
  case appVersion

  case attribute(Int)

  case permission(SystemPermission)

  /// A product's status, or a consumable's credits.
  case purchase(Int)

  /// The user's highest level or, in a group without levels, first product.
  case group(Int)

  /// Raw values begin names such as `purchase:PRO`.
  package enum Kind: String, CaseIterable, Sendable {
    case platform, osVersion, appVersion, attribute, permission, purchase, group
  }

  /// The value of a subscription group in which no purchase is certain, and one is possible.
  package static let unknown = "unknown"

  package var kind: Kind {
    switch self {
    case .platform: .platform
    case .osVersion: .osVersion
    case .appVersion: .appVersion
    case .attribute: .attribute
    case .permission: .permission
    case .purchase: .purchase
    case .group: .group
    }
  }

  /// The key as on the command line: `purchase:PRO`.
  package func name(in manifest: Manifest) -> String {
    let id: String? =
      switch self {
      case .platform, .osVersion, .appVersion: nil
      case .attribute(let attribute): manifest.attributes[attribute].id
      case .permission(let permission): permission.name
      case .purchase(let product): manifest.products[product].id
      case .group(let group): manifest.groups[group].id
      }
    return id.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue
  }
}

final class GroupTotals: Sendable {
  let keys: [GroupKey]
  private let program: PopulationProgram
  private let groups = Locked(Groups())

  private struct Groups: Sendable {
    var numbers: [[GroupValue]: Int32] = [:]

    /// Groups' numbers, by a scanned line's encoded values.
    var lines: [[UInt64]: Int32] = [:]
    var values: [[GroupValue]] = []
    var tallies: [Locked<PopulationTally>] = []
    var areTooMany = false
  }

  init(_ keys: [GroupKey], _ program: PopulationProgram) {
    self.keys = keys
    self.program = program
  }

  var keyNames: [String] { keys.map { $0.name(in: program.manifest) } }

  /// Whether there are more groups than ``Audience/maxGroups``. Totals are then incomplete.
  var areTooMany: Bool { groups.withLock { $0.areTooMany } }

  func number(ofLine line: [UInt64]) -> Int32? { groups.withLock { $0.lines[line] } }

  func keep(_ number: Int32, ofLine line: [UInt64]) { groups.withLock { $0.lines[line] = number } }

  /// The group's number, assigned at the first call. Meaningless if ``areTooMany``.
  func number(ofGroup values: [GroupValue]) -> Int32 {
    if let known = groups.withLock({ $0.numbers[values] }) { return known }
    // The totals are allocated before the lock is taken, because this takes long. Another thread may add the same group
    // meanwhile.
    let tally = Locked(PopulationTally(program))
    return groups.withLock { groups in
      if let known = groups.numbers[values] { return known }
      guard groups.values.count < Audience.maxGroups else {
        groups.areTooMany = true
        return 0
      }
      let number = Int32(groups.values.count)
      groups.numbers[values] = number
      groups.values.append(values)
      groups.tallies.append(tally)
      return number
    }
  }

  func add(_ batch: borrowing StateBatch, toGroup number: Int) {
    let tally = groups.withLock { $0.tallies[number] }
    tally.withLock { $0.add(batch) }
  }

  /// Removes and returns all groups, ordered by values.
  /// - Parameter total: The sums of all groups are added to it.
  func audiences(addingTo total: inout PopulationTally) -> [Audience.Group] {
    let names = keyNames
    var (values, tallies) = groups.withLock { groups in
      defer { groups = Groups() }
      return (groups.values, groups.tallies)
    }
    let listed = program.listedSums()
    var all: [Audience.Group] = []
    while let values = values.popLast(), let tally = tallies.popLast() {
      let sums = tally.withLock { $0 }
      total.add(sums)
      all.append(
        Audience.Group(
          key: zip(names, values).map { .init(name: $0, value: $1) }, states: Int64(sums.states),
          weight: Int64(sums.weight), numbers: listed.map { $0.number(in: sums.sums) }))
    }
    return all.sorted { $0.key.precedes($1.key) }
  }
}

/// States with their weights and set planes.
struct StateList {
  /// The number of words before a state's planes.
  static let headCount = 3

  /// For each state: the number of its words with this one, the weight's lower and upper 32 bits,
  /// the planes.
  private var words: [Plane] = []
  private(set) var count = 0

  var wordCount: Int { words.count }

  @inline(__always)
  mutating func append(_ entry: UnsafeBufferPointer<Plane>) {
    words.append(contentsOf: entry)
    count &+= 1
  }

  mutating func move(to batch: inout StateBatch) {
    var entry = words[...]
    while let size = entry.popFirst(), let low = entry.popFirst(),
      let high = entry.popFirst()
    {
      let lane = batch.nextLane
      let planeCount = Int(size) - Self.headCount
      for plane in entry.prefix(planeCount) { lane.set(plane) }
      entry.removeFirst(planeCount)
      batch.commit(weight: UInt64(UInt32(bitPattern: low)) | UInt64(UInt32(bitPattern: high)) << 32)
    }
    self = StateList()
  }
}
