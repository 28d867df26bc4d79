import FlintModel
import FlintPopulation
import FlintText

/// A writer of the groups of a population (the states of an app's users) as JSON. A group contains the users for whom a
/// fact has the same value, such as all users on iOS. The JSON objects of all groups have the same structure and differ
/// only in their numbers. The text is therefore generated only once, as a template into which the numbers of each group
/// are inserted.
struct AudienceGroupJSON {
  private let groups: [Audience.Group]
  private let writerState: JSONWriter.State
  private var text: [UInt8] = []

  /// The template (the JSON of a group of users without its numbers), divided into parts. Between two parts, a list is
  /// inserted for one feature: the changes of its status, from the old to the new manifest, for the users of the group.
  /// These lists are not in the template, because their lengths differ from group to group.
  private var pieces: [Piece] = []

  private struct Piece {
    var text: Range<Int>

    /// The positions at which numbers, such as the number of users who have a feature, are inserted into this part of
    /// the template. They are byte offsets from the start of the part.
    var numberOffsets: [Int]
  }

  /// For each kind of change of a feature's status, the beginning of the JSON object that describes it, up to the
  /// number of users: `{"old": "available", "new": "unavailable", "weight": `.
  private static let moveBeginnings: [String] = Audience.Moves.kinds.map { kind in
    var json = JSONWriter(.facts)
    AudienceJSON.move.write(Audience.Move(old: kind.old, new: kind.new, weight: 0), &json)
    return String(json.text.dropLast("0}".count))
  }

  /// Generates the JSON of a group as a template without its numbers. The template has the indentation of
  /// `writerState`, which is the state of the JSON writer at the start of the first group.
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

  /// The number of groups of users that a thread writes to its own buffer before the buffer is appended to the output.
  /// The JSON of that many groups has about half a megabyte.
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

  /// Writes how the status of one feature changes, from the old to the new manifest, for the users of one group. Each
  /// kind of change is an element of the written JSON array. `weights` contains the number of users with each kind of
  /// change, in the order of ``moveBeginnings``. Changes that occur for no user are omitted.
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
