import FlintModel
import FlintPopulation
import FlintText

/// Groups as JSON from one template, because they differ in their numbers only.
struct AudienceGroupJSON {
  private let groups: [Audience.Group]
  private let writerState: JSONWriter.State
  private var text: [UInt8] = []

  /// Between parts, a feature's moves are inserted, whose lengths differ.
  private var pieces: [Piece] = []

  private struct Piece {
    var text: Range<Int>

    /// Byte offsets in this part.
    var numberOffsets: [Int]
  }

  private static let moveBeginnings: [String] = Audience.Moves.kinds.map { kind in
    var json = JSONWriter(.facts)
    AudienceJSON.move.write(Audience.Move(old: kind.old, new: kind.new, weight: 0), &json)
    return String(json.text.dropLast("0}".count))
  }

  init(_ audience: Audience, _ groups: [Audience.Group], at writerState: JSONWriter.State) {
    self.groups = groups
    self.writerState = writerState
    var json = JSONWriter(.facts, at: writerState)
    json.beginObject(.lines)
    // Other members precede a group's totals, so one is written here as well.
    json.key("weight")
    json.int(0)
    let start = json.sink.count
    var pieces = [Piece(text: 0..<0, numberOffsets: [])]
    func endPiece(at end: Int) {
      let last = pieces.count - 1
      pieces[last].text = pieces[last].text.lowerBound..<end
    }
    let number = JSONOutput<Int64>(true) { _, json in
      json.raw("")
      let last = pieces.count - 1
      pieces[last].numberOffsets.append(
        json.sink.count - start - pieces[last].text.lowerBound)
    }
    let moves = JSONOutput<Audience.Moves>(true) { _, json in
      json.array { json in
        let end = json.sink.count - start
        endPiece(at: end)
        pieces.append(Piece(text: end..<end, numberOffsets: []))
      }
    }
    for member in AudienceJSON.totals(number, moves: moves) { member.write(audience, &json) }
    endPiece(at: json.sink.count - start)
    self.pieces = pieces
    text = json.sink.withBytes { Array($0.dropFirst(start)) }
  }

  /// For a buffer of half a megabyte.
  var groupsPerBatch: Int { max((1 << 19) / text.count, 1) }

  func write(_ range: Range<Int>, into sink: inout ByteSink) {
    var writerState = range.lowerBound == 0 ? writerState : writerState.afterElement
    let head = AudienceJSON.group
    sink.json(.facts, at: &writerState) { json in
      for group in groups[range] {
        json.beginObject(.lines)
        for member in head { member.write(group, &json) }
        writeTotals(of: group, to: &json)
        json.endObject()
      }
    }
  }

  private func writeTotals(of group: Audience.Group, to json: inout JSONWriter) {
    text.withUnsafeBufferPointer { text in
      group.numbers.list.withUnsafeBufferPointer { numbers in
        var next = 0
        for (index, piece) in pieces.enumerated() {
          if index > 0 {
            let moves = numbers[next..<next + Audience.Moves.kinds.count]
            Self.write(moves, to: &json.sink)
            next = moves.endIndex
          }
          let numbersOfPiece = numbers[next..<next + piece.numberOffsets.count]
          piece.numberOffsets.withUnsafeBufferPointer { offsets in
            json.sink.append(
              UnsafeBufferPointer(rebasing: text[piece.text]),
              with: UnsafeBufferPointer(rebasing: numbersOfPiece), at: offsets)
          }
          next = numbersOfPiece.endIndex
        }
      }
    }
  }

  private static func write(
    _ weights: Slice<UnsafeBufferPointer<Int64>>, to sink: inout ByteSink
  ) {
    var isFirst = true
    for (beginning, weight) in zip(moveBeginnings, weights) where weight > 0 {
      if !isFirst { sink.append(", ") }
      sink.append(beginning)
      sink.append(weight)
      sink.append(UInt8(ascii: "}"))
      isFirst = false
    }
  }
}
