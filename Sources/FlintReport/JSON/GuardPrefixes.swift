internal import FlintCore
internal import FlintText

/// The beginnings of the JSON text of constraints, one for each conditional block, such as `{"id": "when[2]/`. (A
/// conditional block contains constraints that apply only if a condition holds.)
///
/// The text up to the constraint's name depends only on the block, and the rest is the same in every block. A cache can
/// therefore store the rest once for all blocks.
struct GuardPrefixes {
  private let write: (String, inout JSONWriter) -> Void

  /// The concatenated prefixes: first that of constraints outside any block, then one for each conditional block.
  /// `ends` contains the byte offset at which each prefix ends.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// The length, in bytes, of the prefix for constraints outside any conditional block.
  var length: Int { ends[0] }

  /// Creates the list with one prefix (beginning of JSON text), for constraints outside any conditional block. The other
  /// prefixes are created when they are needed.
  ///
  /// - Parameter write: Writes the beginning of a constraint's JSON, up to and including the given id as a JSON string.
  ///   A prefix is what this function writes, without the constraint's name and the quote at the end of the id.
  init(_ write: @escaping (String, inout JSONWriter) -> Void) {
    self.write = write
    prepare(nil)
  }

  /// Creates the prefix for the conditional block with this index, unless the prefix exists. Nil means constraints
  /// outside any block. ``withOpening(of:_:)`` can be called only after this.
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

  /// Passes the prefix of a conditional block to a closure. The prefix must have been created with ``prepare(_:)``.
  @inline(__always)
  func withOpening(of block: Int?, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let index = Self.index(of: block)
    let start = index == 0 ? 0 : ends[index - 1]
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<ends[index]])) }
  }
}
