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
      Self.writeTotals(of: audience, to: &json) { $1.int($0) }
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

  /// - Parameter number: writes each of the numbers, in the order of ``FlintPopulation/Audience/numbers``.
  fileprivate static func writeTotals(
    of audience: Audience, to json: inout JSONWriter,
    number: (Int64, inout JSONWriter) -> Void
  ) {
    json.key("features")
    json.array(.lines, of: audience.features) { feature, json in
      write(
        feature.id,
        [
          ("available", feature.available), ("undetermined", feature.undetermined),
          ("unavailable", feature.unavailable),
        ], "constraints", feature.constraints, to: &json, number
      ) {
        [
          ("notSatisfied", $0.notSatisfied), ("notDetermined", $0.notDetermined),
          ("decisive", $0.decisive),
        ]
      }
    }
    guard let against = audience.against else { return }
    json.key("against")
    json.array(.lines, of: against) { comparison, json in
      write(
        comparison.id, [("lost", comparison.lost), ("gained", comparison.gained)], "causes",
        comparison.causes, to: &json, number
      ) { [("lost", $0.lost), ("gained", $0.gained)] }
    }
  }

  private static func write<Constraint: AudienceConstraint>(
    _ id: String, _ totals: [(StaticString, Int64)], _ list: StaticString,
    _ constraints: [Constraint], to json: inout JSONWriter,
    _ number: (Int64, inout JSONWriter) -> Void,
    totals totalsOfConstraint: (Constraint) -> [(StaticString, Int64)]
  ) {
    json.beginObject(.lines)
    json.member("id", id)
    for (key, total) in totals {
      json.key(key, joinsLine: true)
      number(total, &json)
    }
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

/// Writes groups: what stands around the numbers is the same in all of them, and made once.
private struct GroupJSON {
  private let groups: [Audience.Group]
  private let place: JSONWriter.Place
  private var text: [UInt8] = []

  /// Where in the text each number stands.
  private var ends: [Int] = []

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
    var ends: [Int] = []
    AudienceJSON.writeTotals(of: audience, to: &json) { _, json in
      json.raw("")
      ends.append(json.sink.count - start)
    }
    self.ends = ends
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
      ends.withUnsafeBufferPointer { ends in
        group.numbers.list.withUnsafeBufferPointer { numbers in
          json.sink.append(
            UnsafeBufferPointer(rebasing: text.dropLast(ByteSink.slack)), with: numbers, at: ends)
        }
      }
    }
    json.endObject()
  }
}
