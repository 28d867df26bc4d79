/// States that wait, in memory of their own: of each the planes that it sets, and what it weighs.
struct StateList {
  /// For each state how many planes it sets, its weight in two halves, and the planes.
  private var words: UnsafeMutablePointer<Plane>?
  private var capacity = 0
  private(set) var wordCount = 0
  private(set) var count = 0

  /// How many planes behind those of a state are read with them.
  static let slack = 3

  /// Adds a state.
  /// - Parameter planes: behind them, ``slack`` more can be read.
  @inline(__always)
  mutating func append(_ planes: UnsafePointer<Plane>, count planeCount: Int, weight: UInt64) {
    if capacity &- wordCount < planeCount &+ 3 &+ Self.slack { grow(planeCount + 3 + Self.slack) }
    guard let words else { return }
    let place = words + wordCount
    place[0] = Plane(truncatingIfNeeded: planeCount)
    place[1] = Plane(truncatingIfNeeded: weight)
    place[2] = Plane(truncatingIfNeeded: weight &>> 32)
    var index = 0
    while index < planeCount {
      UnsafeMutableRawPointer(place + (3 &+ index)).storeBytes(
        of: UnsafeRawPointer(planes + index).loadUnaligned(as: SIMD4<Plane>.self),
        as: SIMD4<Plane>.self)
      index &+= 4
    }
    wordCount &+= planeCount &+ 3
    count &+= 1
  }

  @inline(never)
  private mutating func grow(_ additional: Int) {
    capacity = max(2 * capacity, wordCount + additional, 256)
    let larger = UnsafeMutablePointer<Plane>.allocate(capacity: capacity)
    if let words {
      larger.update(from: words, count: wordCount)
      words.deallocate()
    }
    words = larger
  }

  /// Puts the states into a batch, and forgets them.
  mutating func move(to batch: inout StateBatch) {
    guard var place = words else { return }
    for _ in 0..<count {
      let lane = batch.nextLane
      let planeCount = Int(place[0])
      for index in 3..<3 + planeCount { lane.set(place[index]) }
      batch.commit(
        weight: UInt64(UInt32(bitPattern: place[1])) | UInt64(UInt32(bitPattern: place[2])) << 32)
      place += 3 + planeCount
    }
    deallocate()
    self = StateList()
  }

  /// Gives its memory back; the list is not used after that.
  func deallocate() { words?.deallocate() }
}
