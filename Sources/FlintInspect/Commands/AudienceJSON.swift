/// Writes the JSON that ``FlintPopulation/AudienceReader`` reads.
enum AudienceJSON {
  static func write(_ audience: Audience, into sink: inout ByteSink) {
    var writerState = JSONWriter.State()
    sink.json(.facts, at: &writerState) { json in
      json.beginObject(.lines)
      for member in head + totals() { member.write(audience, &json) }
      if audience.groups != nil {
        json.key("by")
        json.beginArray(.lines)
      }
    }
    if let groups = audience.groups, !groups.isEmpty {
      let writer = AudienceGroupJSON(audience, groups, at: writerState)
      // A buffer is half a megabyte.
      sink.append(groups.count, inPiecesOf: max((1 << 19) / writer.size, 1)) { writer.write }
      writerState = writerState.afterElement
    }
    sink.json(.facts, at: &writerState) { json in
      if audience.groups != nil { json.endArray() }
      json.endObject()
      json.endLine()
    }
  }

  static var schema: Schema {
    // `AudienceGroupJSON` writes the groups, so this description of a group is used only for the schema.
    let group = JSONOutput<(Audience.Group, Audience)>.object(
      "group", "A group of states with the same values of the keys that `--by` names"
    ) {
      Self.group.map { $0.of(\.0) }
      Self.totals().map { $0.of(\.1) }
    }.schema
    return JSONOutput<Audience>.object {
      Self.head
      Self.totals()
      JSONMember(
        optional: "by", JSONOutput<Void>(.list(of: group)) { _, _ in },
        "The totals of each group of states; present with `--by`"
      ) { $0.groups.map { _ in } }
    }.schema
  }

  private static var head: [JSONMember<Audience>] {
    [
      JSONMember.formatVersion,
      JSONMember(
        "fingerprint", .fingerprint, "The hash of the manifest, with what it includes",
        \.fingerprint),
      JSONMember(
        optional: "againstFingerprint", .fingerprint,
        "The hash of the old manifest; present with `--against`", \.againstFingerprint),
      JSONMember("states", .count, "The number of states evaluated", \.states),
      JSONMember(
        "weight", .count,
        "The number of people: the total weight of the states evaluated", \.weight),
      JSONMember(
        "rejected", .count, "The number of lines of the population that could not be read",
        \.rejected),
      JSONMember(
        "ignored", .map(from: .nonEmptyText, to: .count, .lines),
        "For each undeclared id, the number of lines of the population that contain it"
      ) { audience in
        audience.ignored.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
      },
      JSONMember(
        optional: "impossible", .map(from: .id, to: .count, .lines),
        "For each assumption, the number of people whose state breaks it; absent without assumptions"
      ) { audience -> [(key: String, value: Int64)]? in
        audience.impossible?.map { (key: $0.id, value: $0.weight) }
      },
    ]
  }

  /// The members of the result that contain features and their changes.
  /// - Parameters:
  ///   - number: Writes one number. They come in the order of ``FlintPopulation/Audience/numbers``.
  ///   - moves: Writes a feature's status changes, whose numbers are part of that order.
  static func totals(
    _ number: JSONOutput<Int64> = .count, moves: JSONOutput<Audience.Moves> = moves
  ) -> [JSONMember<Audience>] {
    [
      JSONMember(
        "features", .list(of: feature(number), .lines), "The features, in the manifest's order",
        \.features),
      JSONMember(
        optional: "affected", affected(number),
        "The numbers of people for whom a status changes; present with `--against`"
      ) { audience in audience.against.map { _ in audience.affected ?? Audience.Affected() } },
      JSONMember(
        optional: "against", .list(of: comparison(number, moves), .lines),
        "The changes of each feature compared with the old manifest; present with `--against`",
        \.against),
    ]
  }

  private static func affected(_ number: JSONOutput<Int64>) -> JSONOutput<Audience.Affected> {
    .object("affected", "The numbers of people whom the change of the manifest affects") {
      JSONMember("lost", number, "The number of people who lose at least one feature", \.lost)
      JSONMember("gained", number, "The number of people who gain at least one feature", \.gained)
      JSONMember(
        "changed", number,
        "The number of people for whom the status of at least one feature changes", \.changed)
    }
  }

  static var moves: JSONOutput<Audience.Moves> {
    JSONOutput<[Audience.Move]>.list(of: move).of(\.occurring)
  }

  static var move: JSONOutput<Audience.Move> {
    .object("move", "A change of a feature's status, and the number of people for whom it occurs") {
      JSONMember("old", .status, "The status with the old manifest", \.old)
      JSONMember("new", .status, "The status with the new manifest", \.new)
      JSONMember(
        "weight", .integer(from: 1), "The number of people for whom the status changes in this way",
        \.weight)
    }
  }

  private static func feature(_ number: JSONOutput<Int64>) -> JSONOutput<Audience.Feature> {
    .object("reach", "The availability of a feature in the population", .lines) {
      JSONMember("id", .id, "The feature's id", \.id)
      JSONMember(
        "available", number, "The number of people for whom the feature is available",
        placed: .sameLine, \.available)
      JSONMember(
        "undetermined", number, "The number of people for whom the feature is undetermined",
        placed: .sameLine, \.undetermined)
      JSONMember(
        "unavailable", number, "The number of people for whom the feature is unavailable",
        placed: .sameLine, \.unavailable)
      JSONMember(
        "constraints", .list(of: constraint(number), .lines),
        "The feature's own constraints, then its ancestors' (nearest first), then the app's",
        \.constraints)
    }
  }

  private static func constraint(_ number: JSONOutput<Int64>) -> JSONOutput<Audience.Constraint> {
    .object("heldBack", "The effect of one constraint on a feature's availability") {
      JSONMember(
        "feature", .orNull(.id),
        "The id of the feature that declares the constraint; null if the app declares it", \.feature
      )
      JSONMember("constraint", .constraintID, "The constraint's id", \.constraint)
      JSONMember(
        "notSatisfied", number, "The number of people for whom the constraint is not satisfied",
        \.notSatisfied)
      JSONMember(
        "notDetermined", number, "The number of people for whom the constraint is unknown",
        \.notDetermined)
      JSONMember(
        "decisive", number,
        "The number of people who lack the feature and would have it without this constraint",
        \.decisive)
    }
  }

  private static func comparison(
    _ number: JSONOutput<Int64>, _ moves: JSONOutput<Audience.Moves>
  ) -> JSONOutput<Audience.Comparison> {
    .object(
      "comparison", "The changes of a feature's availability compared with the old manifest", .lines
    ) {
      JSONMember("id", .id, "The feature's id", \.id)
      JSONMember(
        "lost", number, "The number of people for whom the feature is no longer available",
        placed: .sameLine, \.lost)
      JSONMember(
        "gained", number, "The number of people for whom the feature has become available",
        placed: .sameLine, \.gained)
      JSONMember(
        "moves", moves, "The status changes that occur, as pairs of old and new status", \.moves)
      JSONMember(
        "causes", .list(of: cause(number), .lines),
        """
        The feature's constraints, in the same order as under `features`, then constraints that \
        only the old manifest has
        """, \.causes)
    }
  }

  private static func cause(_ number: JSONOutput<Int64>) -> JSONOutput<Audience.Cause> {
    .object(
      "cause",
      "A constraint that blocks the feature for people who lose it, or did so for those who gain it"
    ) {
      JSONMember(
        "feature", .orNull(.id),
        "The id of the feature that declares the constraint; null if the app declares it", \.feature
      )
      JSONMember("constraint", .constraintID, "The constraint's id", \.constraint)
      JSONMember(
        "lost", number,
        "The number of people who lose the feature and for whom this constraint blocks it now",
        \.lost)
      JSONMember(
        "gained", number,
        "The number of people who gain the feature and for whom this constraint blocked it before",
        \.gained)
    }
  }

  static var group: [JSONMember<Audience.Group>] {
    [
      JSONMember(
        "key", .map(from: .nonEmptyText, to: groupValue, atLeast: 1),
        "The value of each `--by` key; null where the states have no value"
      ) { group in group.key.map { ($0.name, $0.value) } },
      JSONMember("states", .count, "The number of states in this group", \.states),
      JSONMember(
        "weight", .count, "The number of people whom these states represent", placed: .sameLine,
        \.weight),
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

extension JSONOutput<String> {
  fileprivate static var fingerprint: JSONOutput {
    .text(["type": "string", "pattern": "^[0-9a-f]{16}$"])
  }
}

/// Writes groups from one template, because only their numbers differ.
struct AudienceGroupJSON {
  private let groups: [Audience.Group]
  private let writerState: JSONWriter.State

  /// Texts with offsets at which numbers are inserted. A feature's status changes are written
  /// between two of them.
  private let pieces: [(text: [UInt8], gaps: [Int])]

  /// In bytes, of a group without its key, numbers and status changes.
  var size: Int { pieces.reduce(0) { $0 + $1.text.count } }

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
    json.member("weight", 0)
    var start = json.sink.count
    var pieces: [(text: [UInt8], gaps: [Int])] = []
    var gaps: [Int] = []
    func endPiece(_ sink: borrowing ByteSink) {
      pieces.append((sink.withBytes { [UInt8]($0.dropFirst(start)) }, gaps))
      (start, gaps) = (sink.count, [])
    }
    let number = JSONOutput<Int64>(true) { _, json in
      json.raw("")
      gaps.append(json.sink.count - start)
    }
    let moves = JSONOutput<Audience.Moves>(true) { _, json in json.array { endPiece($0.sink) } }
    for member in AudienceJSON.totals(number, moves: moves) { member.write(audience, &json) }
    endPiece(json.sink)
    self.pieces = pieces
  }

  func write(_ range: Range<Int>, into sink: inout ByteSink) {
    var writerState = range.lowerBound == 0 ? writerState : writerState.afterElement
    let head = AudienceJSON.group
    sink.json(.facts, at: &writerState) { json in
      for group in groups[range] {
        json.beginObject(.lines)
        for member in head { member.write(group, &json) }
        writeTotals(of: group, to: &json.sink)
        json.endObject()
      }
    }
  }

  private func writeTotals(of group: Audience.Group, to sink: inout ByteSink) {
    var numbers = group.numbers[...]
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        Self.write(numbers.prefix(Audience.Moves.kinds.count), to: &sink)
        numbers.removeFirst(Audience.Moves.kinds.count)
      }
      piece.text.withUnsafeBufferPointer { sink.append($0, with: numbers, at: piece.gaps) }
      numbers.removeFirst(piece.gaps.count)
    }
  }

  private static func write(
    _ weights: ArraySlice<Int64>, to sink: inout ByteSink
  ) {
    var isFirst = true
    for (beginning, weight) in zip(moveBeginnings, weights) where weight > 0 {
      if !isFirst { sink.append(", ") }
      sink.append(beginning)
      sink.append(weight)
      sink.append("}")
      isFirst = false
    }
  }
}

extension Int64 {
  /// A share in percent, such as `25.0%`. Only zero is `0%`, and only the whole is `100%`; shares
  /// close to them are `<0.1%` or `>99.9%`.
  func share(of whole: Int64) -> String {
    guard whole > 0, self > 0 else { return "0%" }
    if self == whole { return "100%" }
    let share = Double(self) / Double(whole) * 1000
    if share < 1 { return "<0.1%" }
    if share > 999 { return ">99.9%" }
    let tenths = Int(share.rounded())
    return "\(tenths / 10).\(tenths % 10)%"
  }

  /// `25.0% ✗ 250`
  /// - Parameter digits: The least width of the number.
  func total(of whole: Int64, _ symbol: String, _ digits: Int = 0) -> String {
    "\(share(of: whole).aligned(to: 5)) \(symbol) \(grouped.aligned(to: digits))"
  }

  func cells(of whole: Int64, in count: Int) -> Int {
    guard whole > 0 else { return 0 }
    return Int((Double(Swift.min(self, whole)) / Double(whole) * Double(count)).rounded())
  }

  /// `1,234,567`
  var grouped: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}

extension String {
  static func spaces(_ count: Int) -> String { String(repeating: " ", count: Swift.max(count, 0)) }

  /// The text with spaces in front.
  func aligned(to width: Int) -> String { .spaces(width - count) + self }
}
