internal import FlintCore
internal import FlintText

/// A piece of the page's program, some of whose numbers differ from one like it to the next.
indirect enum PagePiece {
  /// A plane as ``PlaneProgramMaker`` numbers it.
  case plane(Int)

  /// A number that is the piece's own.
  case own(Int)

  /// A number that all pieces like it share.
  case shared(Int)
  case text(String)
  case truth(Bool)
  case list([PagePiece])
}

/// Gives pieces that differ in nothing but their own numbers one shape, and pieces that do not differ at all one number.
///
/// A shape is the piece with `null` in the places of its own numbers; a piece is written as the number of its shape, and by
/// how much each of its own numbers is more than in the piece before of that shape.
struct PageShapes {
  private var shapes = NameIndex()
  private var numbers: [Key: Int] = [:]
  private var pieces: [Key] = []

  private struct Key: Hashable {
    var shape: Int

    /// Twice an own number; twice a plane and one.
    var numbers: [Int]
  }

  var count: Int { pieces.count }

  /// The piece's number among all that are kept here.
  mutating func insert(_ piece: PagePiece) -> Int {
    var json = JSONWriter(.compact)
    var own: [Int] = []
    write(piece, to: &json, &own)
    let key = Key(shape: shapes.insert(json.text).index, numbers: own)
    if let number = numbers[key] { return number }
    numbers[key] = pieces.count
    pieces.append(key)
    return pieces.count - 1
  }

  private func write(_ piece: PagePiece, to json: inout JSONWriter, _ own: inout [Int]) {
    switch piece {
    case .plane(let plane):
      own.append(2 * plane + 1)
      json.null()
    case .own(let number):
      own.append(2 * number)
      json.null()
    case .shared(let number): json.int(number)
    case .text(let text): json.string(text)
    case .truth(let value): json.bool(value)
    case .list(let pieces):
      json.beginArray()
      for piece in pieces { write(piece, to: &json, &own) }
      json.endArray()
    }
  }

  // MARK: Writing

  func writeShapes(to json: inout JSONWriter) {
    json.array { json in for shape in shapes.names { json.raw(shape) } }
  }

  func writePieces(to json: inout JSONWriter, plane: (Int) -> Int) {
    var last = [[Int]](repeating: [], count: shapes.names.count)
    json.array { json in
      for piece in pieces {
        let own = piece.numbers.map { $0 & 1 == 1 ? plane($0 >> 1) : $0 >> 1 }
        let before = last[piece.shape]
        var more = own.enumerated().map { $0.element - (before.isEmpty ? 0 : before[$0.offset]) }
        while more.last == 0 { more.removeLast() }
        last[piece.shape] = own
        json.array { json in
          json.int(piece.shape)
          for number in more { json.int(number) }
        }
      }
    }
  }
}
