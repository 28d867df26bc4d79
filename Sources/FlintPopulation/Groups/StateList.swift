/// States with their weights and set planes, in memory allocated by hand.
struct StateList {
  /// For each state: the number of planes, the weight's lower and upper 32 bits, the planes.
  private var words: UnsafeMutablePointer<Plane>?
  private var capacity = 0
  private(set) var wordCount = 0
  private(set) var count = 0

  @inline(__always)
  mutating func append(_ planes: UnsafePointer<Plane>, count planeCount: Int, weight: UInt64) {
    if capacity &- wordCount < planeCount &+ 3 { grow(planeCount + 3) }
    guard let words else { return }
    let entry = words + wordCount
    entry[0] = Plane(truncatingIfNeeded: planeCount)
    entry[1] = Plane(truncatingIfNeeded: weight)
    entry[2] = Plane(truncatingIfNeeded: weight &>> 32)
    (entry + 3).update(from: planes, count: planeCount)
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

  mutating func move(to batch: inout StateBatch) {
    guard var entry = words else { return }
    for _ in 0..<count {
      let lane = batch.nextLane
      let planeCount = Int(entry[0])
      for index in 3..<3 + planeCount { lane.set(entry[index]) }
      batch.commit(
        weight: UInt64(UInt32(bitPattern: entry[1])) | UInt64(UInt32(bitPattern: entry[2])) << 32)
      entry += 3 + planeCount
    }
    deallocate()
    self = StateList()
  }

  func deallocate() { words?.deallocate() }
}
