internal import FlintCore
package import FlintPopulation
package import FlintText

/// A population's totals as JSON; what ``FlintPopulation/AudienceReader`` reads to add results up.
package struct AudienceJSON {
  package init() {}

  package func write(_ audience: Audience, into sink: inout ByteSink) {
    var place = JSONWriter.Place()
    sink.json(.facts, at: &place) { json in
      json.beginObject(.lines)
      json.member("formatVersion", 1)
      json.member("states", audience.states)
      json.member("weight", audience.weight)
      json.member("rejected", audience.rejected)
      json.key("ignored")
      json.object(.lines) { json in
        for (id, count) in audience.ignored.sorted(by: { $0.key < $1.key }) {
          json.key(named: id.text)
          json.int(count)
        }
      }
      if let impossible = audience.impossible {
        json.key("impossible")
        json.object(.lines) { json in
          for broken in impossible {
            json.key(named: broken.id)
            json.int(broken.weight)
          }
        }
      }
      Self.writeTotals(of: audience, to: &json) { number, json in
        json.int(number)
      } moves: { moves, json in
        for move in moves.occurring {
          json.object { json in
            json.member("old", move.old.name)
            json.member("new", move.new.name)
            json.member("weight", move.weight)
          }
        }
      }
      if audience.groups != nil {
        json.key("by")
        json.beginArray(.lines)
      }
    }
    if let groups = audience.groups, !groups.isEmpty {
      let writer = GroupJSON(audience, groups, at: place)
      sink.append(groups.count, inPiecesOf: writer.pieceSize) { writer.write }
      place = place.behindElement
    }
    sink.json(.facts, at: &place) { json in
      if audience.groups != nil { json.endArray() }
      json.endObject()
      json.endLine()
    }
  }

  /// - Parameters:
  ///   - number: writes each of the numbers but those of moves, in the order of ``FlintPopulation/Audience/numbers``.
  ///   - moves: writes the elements of a list of moves, in the place of their numbers.
  fileprivate static func writeTotals(
    of audience: Audience, to json: inout JSONWriter,
    number: (Int64, inout JSONWriter) -> Void,
    moves: (Audience.Moves, inout JSONWriter) -> Void
  ) {
    json.key("features")
    json.array(.lines, of: audience.features) { feature, json in
      write(
        feature.id,
        [
          ("available", feature.available), ("undetermined", feature.undetermined),
          ("unavailable", feature.unavailable),
        ], "constraints", feature.constraints, to: &json, number
      ) { _ in
      } totals: {
        [
          ("notSatisfied", $0.notSatisfied), ("notDetermined", $0.notDetermined),
          ("decisive", $0.decisive),
        ]
      }
    }
    guard let against = audience.against else { return }
    let affected = audience.affected ?? Audience.Affected()
    json.key("affected")
    json.object { json in
      let totals: [(StaticString, Int64)] = [
        ("lost", affected.lost), ("gained", affected.gained), ("changed", affected.changed),
      ]
      for (key, total) in totals {
        json.key(key)
        number(total, &json)
      }
    }
    json.key("against")
    json.array(.lines, of: against) { comparison, json in
      write(
        comparison.id, [("lost", comparison.lost), ("gained", comparison.gained)], "causes",
        comparison.causes, to: &json, number
      ) { json in
        json.key("moves")
        json.array { moves(comparison.moves, &$0) }
      } totals: {
        [("lost", $0.lost), ("gained", $0.gained)]
      }
    }
  }

  private static func write<Constraint: AudienceConstraint>(
    _ id: String, _ totals: [(StaticString, Int64)], _ list: StaticString,
    _ constraints: [Constraint], to json: inout JSONWriter,
    _ number: (Int64, inout JSONWriter) -> Void,
    behindTotals writeRest: (inout JSONWriter) -> Void,
    totals totalsOfConstraint: (Constraint) -> [(StaticString, Int64)]
  ) {
    json.beginObject(.lines)
    json.member("id", id)
    for (key, total) in totals {
      json.key(key, joinsLine: true)
      number(total, &json)
    }
    writeRest(&json)
    json.key(list)
    json.array(.lines, of: constraints) { constraint, json in
      json.beginObject()
      json.member("feature", constraint.feature)
      json.member("constraint", constraint.constraint)
      for (key, total) in totalsOfConstraint(constraint) {
        json.key(key)
        number(total, &json)
      }
      json.endObject()
    }
    json.endObject()
  }
}

/// Writes groups: the text around the numbers is the same in all of them, and made once.
private struct GroupJSON {
  private let groups: [Audience.Group]
  private let place: JSONWriter.Place
  private var text: [UInt8] = []

  /// The text in pieces, between which the lists of moves are, of which each group has others.
  private var pieces: [Piece] = []

  private struct Piece {
    var text: Range<Int>

    /// Where each number is, from the piece's beginning.
    var numberOffsets: [Int]
  }

  /// For each kind of move the beginning of its object, up to the weight.
  private static let moveBeginnings: [String] = Audience.Moves.kinds.map { kind in
    "{\"old\": \"\(kind.old.name)\", \"new\": \"\(kind.new.name)\", \"weight\": "
  }

  /// - Parameter place: where the first group stands.
  init(_ audience: Audience, _ groups: [Audience.Group], at place: JSONWriter.Place) {
    self.groups = groups
    self.place = place
    var json = JSONWriter(.facts, at: place)
    json.beginObject(.lines)
    // The totals stand behind other members.
    json.key("weight")
    json.int(0)
    let start = json.sink.count
    var pieces = [Piece(text: 0..<0, numberOffsets: [])]
    func endPiece(at end: Int) {
      let last = pieces.count - 1
      pieces[last].text = pieces[last].text.lowerBound..<end
    }
    AudienceJSON.writeTotals(of: audience, to: &json) { _, json in
      json.raw("")
      let last = pieces.count - 1
      pieces[last].numberOffsets.append(
        json.sink.count - start - pieces[last].text.lowerBound)
    } moves: { _, json in
      let end = json.sink.count - start
      endPiece(at: end)
      pieces.append(Piece(text: end..<end, numberOffsets: []))
    }
    endPiece(at: json.sink.count - start)
    self.pieces = pieces
    text = json.sink.withBytes { Array($0.dropFirst(start)) }
    text += [UInt8](repeating: 0, count: ByteSink.slack)
  }

  /// How many groups take half a megabyte.
  var pieceSize: Int { max((1 << 19) / text.count, 1) }

  func write(_ range: Range<Int>, into sink: inout ByteSink) {
    var place = range.lowerBound == 0 ? place : place.behindElement
    sink.json(.facts, at: &place) { json in
      for group in groups[range] { write(group, to: &json) }
    }
  }

  private func write(_ group: Audience.Group, to json: inout JSONWriter) {
    json.beginObject(.lines)
    json.key("key")
    json.beginObject()
    for member in group.key {
      json.key(named: member.name)
      switch member.value {
      case .boolean(let value): json.bool(value)
      case .integer(let number): json.int(number)
      case .text(let text): json.string(text.text)
      case .null: json.null()
      }
    }
    json.endObject()
    json.member("states", group.states)
    json.member("weight", group.weight, joinsLine: true)
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
    json.endObject()
  }

  /// Writes the elements of a list of moves, as the writer of the layout `facts` does.
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
