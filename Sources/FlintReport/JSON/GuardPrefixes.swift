internal import FlintCore
internal import FlintText

/// How the texts of a block's constraints begin, up to the constraint's own name: the pieces behind are the same in
/// every block.
struct GuardPrefixes {
  private let write: (String, inout JSONWriter) -> Void

  /// The feature's own constraints' opening, then each block's, and where each of them ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Of the opening that the feature's own constraints have.
  var length: Int { ends[0] }

  /// - Parameter write: Writes a text that ends with a string.
  init(_ write: @escaping (String, inout JSONWriter) -> Void) {
    self.write = write
    prepare(nil)
  }

  /// Makes the opening of a block.
  @inline(__always)
  mutating func prepare(_ block: Int?) {
    while ends.count <= Self.index(of: block) { add() }
  }

  private mutating func add() {
    let block = ends.isEmpty ? nil : ends.count - 1
    let name = Constraint.runtimeEnabled.name(in: Manifest())
    var json = JSONWriter(.facts)
    write(Constraint.runtimeEnabled.name(block: block, in: Manifest()), &json)
    json.finish().withBytes { bytes.append(contentsOf: $0.dropLast(name.utf8.count + 1)) }
    ends.append(bytes.count)
  }

  private static func index(of block: Int?) -> Int { block.map { $0 + 1 } ?? 0 }

  /// Lends the opening of a block, which was prepared.
  @inline(__always)
  func withOpening(of block: Int?, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let index = Self.index(of: block)
    let start = index == 0 ? 0 : ends[index - 1]
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<ends[index]])) }
  }
}
