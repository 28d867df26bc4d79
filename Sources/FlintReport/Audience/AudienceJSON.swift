internal import FlintCore
internal import FlintManifest
package import FlintPopulation
package import FlintText

/// A population's totals as JSON. ``FlintPopulation/AudienceReader`` reads this format to add up several results.
package struct AudienceJSON {
  package init() {}

  package func write(_ audience: Audience, into sink: inout ByteSink) {
    var place = JSONWriter.State()
    sink.json(.facts, at: &place) { json in
      json.beginObject(.lines)
      for member in Self.head + Self.totals() { member.write(audience, &json) }
      if audience.groups != nil {
        json.key("by")
        json.beginArray(.lines)
      }
    }
    if let groups = audience.groups, !groups.isEmpty {
      let writer = AudienceGroupJSON(audience, groups, at: place)
      sink.append(groups.count, inPiecesOf: writer.pieceSize) { writer.write }
      place = place.behindElement
    }
    sink.json(.facts, at: &place) { json in
      if audience.groups != nil { json.endArray() }
      json.endObject()
      json.endLine()
    }
  }

  static var schema: Schema {
    // Groups are written by a template, so this description is used only for the schema.
    let group = JSONOutput<(Audience.Group, Audience)>.object(
      "group", "The states that have the same values of the keys"
    ) {
      Self.group.map { $0.of(\.0) }
      Self.totals().map { $0.of(\.1) }
    }.schema
    let whole = JSONOutput<Audience>.object {
      Self.head
      Self.totals()
      JSONMember(
        optional: "by", JSONOutput<Void>(.list(of: group)) { _, _ in },
        "The same totals for each group of states; with `--by`"
      ) { $0.groups.map { _ in } }
    }
    return whole.schema
  }

  private static var head: [JSONMember<Audience>] {
    [
      JSONMember.formatVersion,
      JSONMember("states", .count, "Lines that were evaluated") { $0.states },
      JSONMember("weight", .count, "The sum of their weights, which all numbers below are sums of")
      {
        $0.weight
      },
      JSONMember("rejected", .count, "Lines that could not be read") { $0.rejected },
      JSONMember(
        "ignored", .map(from: .nonEmptyText, to: .count, .lines),
        "How many lines name each id that the manifest does not declare"
      ) { audience in
        audience.ignored.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
      },
      JSONMember(
        optional: "impossible", .map(from: .id, to: .count, .lines),
        "The weight of the states that break each assumption; absent where the manifest has none"
      ) { audience -> [(key: String, value: Int64)]? in
        audience.impossible?.map { (key: $0.id, value: $0.weight) }
      },
    ]
  }

  /// The members that are written both for the whole population and for each group.
  ///
  /// - Parameters:
  ///   - number: Writes each number except those of moves, in the order of ``FlintPopulation/Audience/numbers``.
  ///   - moves: Writes a list of moves in place of their numbers.
  static func totals(
    _ number: JSONOutput<Int64> = .count, moves: JSONOutput<Audience.Moves> = moves
  ) -> [JSONMember<Audience>] {
    [
      JSONMember(
        "features", .list(of: feature(number), .lines), "The features, in the manifest's order"
      ) { $0.features },
      JSONMember(
        optional: "affected", affected(number),
        "The states in which at least one feature changes; with `--against`"
      ) { audience in audience.against.map { _ in audience.affected ?? Audience.Affected() } },
      JSONMember(
        optional: "against", .list(of: comparison(number, moves), .lines),
        "The changes of each feature against the old manifest; with `--against`"
      ) { $0.against },
    ]
  }

  private static func affected(_ number: JSONOutput<Int64>) -> JSONOutput<Audience.Affected> {
    .object("affected", "How many people a change of the manifest affects") {
      JSONMember("lost", number, "The weight of the states that lose at least one feature") {
        $0.lost
      }
      JSONMember("gained", number, "The weight of the states that gain at least one feature") {
        $0.gained
      }
      JSONMember(
        "changed", number, "The weight of the states in which at least one feature's status differs"
      ) { $0.changed }
    }
  }

  static var moves: JSONOutput<Audience.Moves> {
    JSONOutput<[Audience.Move]>.list(of: move).of(\.occurring)
  }

  static var move: JSONOutput<Audience.Move> {
    .object("move", "A change of a feature's status") {
      JSONMember("old", .status, "The status by the old manifest") { $0.old }
      JSONMember("new", .status, "The status by the new manifest") { $0.new }
      JSONMember("weight", .integer(from: 1), "The weight of these states") { $0.weight }
    }
  }

  private static func feature(_ number: JSONOutput<Int64>) -> JSONOutput<Audience.Feature> {
    .object("reach", "How many have a feature", .lines) {
      JSONMember("id", .id, "The feature's id") { $0.id }
      JSONMember(
        "available", number, "The weight of the states in which it is available", .sameLine
      ) {
        $0.available
      }
      JSONMember(
        "undetermined", number, "The weight of the states in which it is undetermined", .sameLine
      ) { $0.undetermined }
      JSONMember(
        "unavailable", number, "The weight of the states in which it is unavailable", .sameLine
      ) { $0.unavailable }
      JSONMember(
        "constraints", .list(of: constraint(number), .lines),
        "Its own constraints, then its ancestors' from the nearest, then the app's"
      ) { $0.constraints }
    }
  }

  private static func constraint(_ number: JSONOutput<Int64>) -> JSONOutput<Audience.Constraint> {
    .object("heldBack", "What a constraint of a feature holds back") {
      JSONMember("feature", .orNull(.id), "The feature that declares it; null for the app") {
        $0.feature
      }
      JSONMember("constraint", .constraintID, "The constraint's id") { $0.constraint }
      JSONMember("notSatisfied", number, "The weight of the states in which it is not satisfied") {
        $0.notSatisfied
      }
      JSONMember("notDetermined", number, "The weight of the states in which it is not determined")
      { $0.notDetermined }
      JSONMember(
        "decisive", number,
        "The weight of the states in which the feature is not available and would be without the constraint"
      ) { $0.decisive }
    }
  }

  private static func comparison(
    _ number: JSONOutput<Int64>, _ moves: JSONOutput<Audience.Moves>
  ) -> JSONOutput<Audience.Comparison> {
    .object("comparison", "How a feature's reach differs from the old manifest's", .lines) {
      JSONMember("id", .id, "The feature's id") { $0.id }
      JSONMember(
        "lost", number, "The weight of the states in which it was available and is not", .sameLine
      ) { $0.lost }
      JSONMember(
        "gained", number, "The weight of the states in which it is available and was not", .sameLine
      ) { $0.gained }
      JSONMember("moves", moves, "The pairs of different statuses that occur") { $0.moves }
      JSONMember(
        "causes", .list(of: cause(number), .lines),
        "The feature's constraints as above, then those that it has in the old manifest only"
      ) { $0.causes }
    }
  }

  private static func cause(_ number: JSONOutput<Int64>) -> JSONOutput<Audience.Cause> {
    .object("cause", "A constraint that takes a feature away or has stopped doing so") {
      JSONMember("feature", .orNull(.id), "The feature that declares it; null for the app") {
        $0.feature
      }
      JSONMember("constraint", .constraintID, "The constraint's id") { $0.constraint }
      JSONMember("lost", number, "The weight of the lost states that it blocks by the new manifest")
      {
        $0.lost
      }
      JSONMember(
        "gained", number, "The weight of the gained states that it blocked by the old manifest"
      ) { $0.gained }
    }
  }

  /// The members that are written for a group before its totals.
  static var group: [JSONMember<Audience.Group>] {
    [
      JSONMember(
        "key", .map(from: .nonEmptyText, to: groupValue, atLeast: 1),
        "The value of each key of `--by`; null where a state has none"
      ) { group in group.key.map { ($0.name, $0.value) } },
      JSONMember("states", .count, "The group's states") { $0.states },
      JSONMember("weight", .count, "The sum of their weights", .sameLine) { $0.weight },
    ]
  }

  private static var groupValue: JSONOutput<GroupValue> {
    JSONOutput(["type": ["boolean", "integer", "string", "null"]]) { value, json in
      switch value {
      case .boolean(let value): json.bool(value)
      case .integer(let number): json.int(number)
      case .text(let text): json.string(text.text)
      case .null: json.null()
      }
    }
  }
}
