import FlintManifest
import FlintModel
import FlintPopulation
import FlintText

extension PageProgram {
  func write(to json: inout JSONWriter) {
    let program = program
    json.beginObject()
    json.key("always")
    json.int(program.always)
    json.key("steps")
    json.object { json in
      json.member("operations", String(program.steps.map { Self.symbol(of: $0.operation) }))
      json.key("left")
      json.differences(of: program.steps.map(\.one))
      json.key("right")
      json.differences(of: program.steps.map(\.other))
    }
    json.member("texts", texts.names)
    json.member("path", ShellWord.path(name))
    json.member(
      "platforms",
      Platform.allCases.filter { platform in
        manifest.app.platforms?.contains { $0.platform == platform } != false
      }.map(\.name))
    writeStatuses(to: &json)
    json.key("assumptions")
    json.array { json in
      for (assumption, plane) in zip(manifest.assumptions, brokenPlanes) {
        json.object { json in
          json.member("name", assumption.name)
          json.member("isBroken", program.number(of: plane))
        }
      }
    }
    writeFeatures(to: &json)
    for (key, table) in [
      "constraints": constraints, "requests": requests, "slots": slots,
    ] as KeyValuePairs<StaticString, PageTable> {
      json.key(key)
      table.write(to: &json) { program.number(of: $0) }
    }
    writeWords(to: &json)
    facts.write(to: &json)
    json.key("states")
    json.array { json in
      for named in manifest.states {
        json.object { json in
          json.member("name", named.name)
          json.key("state")
          StateWriter.write(named.state, of: manifest, to: &json)
        }
      }
    }
    json.key("state")
    StateWriter.write(initialState, of: manifest, to: &json)
    json.endObject()
  }

  private static func symbol(of operation: PlaneProgram.Operation) -> Character {
    switch operation {
    case .and: "&"
    case .or: "|"
    case .andNot: "-"
    }
  }

  private func writeStatuses(to json: inout JSONWriter) {
    json.key("statuses")
    json.object { json in
      json.member("no", FeatureStatus(.no).name)
      json.member("unknown", FeatureStatus(.unknown).name)
      json.member("yes", FeatureStatus(.yes).name)
    }
    json.key("constraintStatuses")
    json.object { json in
      for (key, status) in [
        "no": .notSatisfied, "unknown": .notDetermined, "yes": .satisfied, "inactive": .notActive,
      ] as KeyValuePairs<StaticString, ConstraintStatus> {
        json.key(key)
        json.object { json in
          json.member("name", status.name)
          json.member("words", status.displayName)
        }
      }
    }
  }

  private func write(_ numbers: [Int], to json: inout JSONWriter) {
    json.array(of: numbers) { $1.int($0) }
  }

  private func writeFeatures(to json: inout JSONWriter) {
    json.member("teams", manifest.teams)
    json.key("app")
    write(appNumbers, to: &json)
    json.key("features")
    json.array(of: manifest.features.indices) { feature, json in
      let declaration = manifest.features[feature]
      json.object { json in
        json.member("id", declaration.id)
        if declaration.name != declaration.id { json.member("name", declaration.name) }
        if let description = declaration.description { json.member("description", description) }
        if let parent = declaration.parent { json.member("parent", parent) }
        if !constraintNumbers[feature].isEmpty {
          json.key("constraints")
          write(constraintNumbers[feature], to: &json)
        }
        if let team = manifest.team(of: feature) { json.member("team", team) }
        if let until = declaration.until { json.member("until", until.description) }
        facts.writePlanes(of: feature, to: &json)
      }
    }
  }

  // MARK: Words

  private func writeWords(to json: inout JSONWriter) {
    json.key("openGuard")
    openGuard.write(to: &json)
    json.key("list")
    json.object { json in
      json.member("few", OperandList.maxListed)
      json.member("opening", OperandList.opening)
      json.member("separator", OperandList.separator)
      json.member("before", OperandList.rest.before)
      json.member("after", OperandList.rest.after)
      json.member("conjunction", OperandList.conjunction)
    }
    json.key("device")
    json.array(of: [SentencePlaceholder.system] + DeviceFact.allCases.map { .device($0) }) {
      facts.piece($0).write(to: &$1)
    }
    json.key("conjunctions")
    json.object { json in
      json.member("all", NextStep.conjunction.all)
      json.member("one", NextStep.conjunction.one)
    }
    json.key("actions")
    json.array { json in
      for action in NextStep.Action.allCases { write(action, to: &json) }
    }
  }

  private func write(_ action: NextStep.Action, to json: inout JSONWriter) {
    let state = ResolvedState(initialState, in: manifest)
    let message = NextStep(action: action, subjects: []).message(in: state)
    json.object { json in
      json.member("name", action.name)
      json.member("awaited", action.awaited.name)
      if action == .upgradeOS {
        json.key("phrase")
        json.array { json in
          // The sentence ends with the platform's name.
          json.string(String(message.dropLast(state.platform.name.count)))
          facts.piece(.platform).write(to: &json)
        }
      } else {
        json.member("phrase", [message])
      }
      if action == .explainUnsupported {
        let platform = NextStep(action: action, subjects: [.platform(state.platform)])
        let words = platform.message(in: state).dropLast(state.platform.name.count)
        json.member("phraseOnPlatform", [String(words)])
      }
      json.key("hasSubjects")
      json.bool(action.namesSubjects)
      json.key("canChoose")
      json.bool(action.canChoose)
    }
  }
}

indirect enum PageNode {
  /// By ``PlaneProgramMaker``'s number.
  case plane(Int)

  /// Can differ between similar nodes, which share their JSON.
  case own(Int)

  /// Part of the shared JSON.
  case shared(Int)
  case text(String)
  case truth(Bool)

  /// As digits.
  case number(String)
  case list([PageNode])

  /// Fixed keys, without escapes.
  case object(KeyValuePairs<StaticString, PageNode>)

  /// Keys of the manifest, and no numbers: `column` would be read as a reference.
  case members([(key: String, value: PageNode)])

  /// - Parameter own: Writes planes and own numbers, in order.
  func write(to json: inout JSONWriter, own: (PageNode, inout JSONWriter) -> Void) {
    switch self {
    case .plane, .own: own(self, &json)
    case .shared(let number): json.int(number)
    case .text(let text): json.string(text)
    case .truth(let value): json.bool(value)
    case .number(let digits): json.number(digits)
    case .list(let pieces): json.array(of: pieces) { $0.write(to: &$1, own: own) }
    case .object(let members):
      json.beginObject()
      for (key, value) in members {
        json.key(key)
        value.write(to: &json, own: own)
      }
      json.endObject()
    case .members(let members):
      json.beginObject()
      for (key, value) in members {
        json.key(named: key)
        value.write(to: &json, own: own)
      }
      json.endObject()
    }
  }

  /// Without planes, whose numbers are provisional until ``PageTable/write(to:plane:)``.
  func write(to json: inout JSONWriter) {
    write(to: &json) { piece, json in
      guard case .own(let number) = piece else {
        preconditionFailure(
          "cannot write \(piece) outside of the report page's program, which alone assigns numbers to truth values"
        )
      }
      json.int(number)
    }
  }
}

/// A list of nodes of the HTML report page's data that are similar, such as the objects of all constraints. It is
/// written as follows:
///
///     {shapes: [{each: a node, columns: [[number, …], …]}, …], order: [number of the shape of each node, …]}
///
/// Nodes that differ only in some of their numbers share a shape, whose JSON is written only once, as `each`. In it, a
/// number in which the nodes differ is replaced by `{column, first}`: `first` is the number in the first node of the
/// shape, and the list with the index `column` contains, for each node, the difference from the number in the node
/// before, beginning with 0 for the first node. Numbers with the same differences share a column. This happens often:
/// from one constraint to the next in a shape, most of the numbers increase by the same amount.
///
/// The page treats an object as `{column, first}` only if the value of its key `column` is a number. The key alone is
/// not enough, because another object can have a key `column` that comes from the manifest.
///
/// The compact form is needed: with an object for each constraint, a page with 10,000 features is 95 to 185 % larger,
/// and 25 to 75 % larger when compressed.
struct PageTable {
  private var shapes = NameIndex()
  private var numbers: [Row: Int] = [:]

  private var order: [Int] = []

  private var members: [(first: PageNode, rows: [[Int]])] = []

  private struct Row: Hashable {
    var shape: Int

    /// In order: a number n as 2n, plane n as 2n + 1.
    var numbers: [Int]
  }

  mutating func insert(_ piece: PageNode) -> Int {
    var json = JSONWriter(.compact)
    var own: [Int] = []
    piece.write(to: &json) { number, json in
      own.append(Self.encoded(number))
      json.null()
    }
    let (shape, isNew) = shapes.insert(json.text)
    if isNew { members.append((piece, [])) }
    let row = Row(shape: shape, numbers: own)
    if let number = numbers[row] { return number }
    numbers[row] = order.count
    order.append(shape)
    members[shape].rows.append(own)
    return order.count - 1
  }

  private static func encoded(_ piece: PageNode) -> Int {
    switch piece {
    case .plane(let plane): 2 * plane + 1
    case .own(let number): 2 * number
    case .shared, .text, .truth, .number, .list, .object, .members:
      preconditionFailure("\(piece) is not a number that can differ between similar nodes")
    }
  }

  /// - Parameter plane: From provisional to final numbers.
  func write(to json: inout JSONWriter, plane: (Int) -> Int) {
    json.object { json in
      json.key("shapes")
      json.array(of: members) { shape, json in
        json.object { json in
          var columns = NameIndex()
          var index = 0
          json.key("each")
          shape.first.write(to: &json) { _, json in
            let numbers = shape.rows.map { row in
              row[index] & 1 == 1 ? plane(row[index] >> 1) : row[index] >> 1
            }
            index += 1
            if numbers.allSatisfy({ $0 == numbers[0] }) { return json.int(numbers[0]) }
            var column = JSONWriter(.compact)
            column.differences(of: numbers, from: numbers[0])
            json.object { json in
              json.member("column", columns.insert(column.text).index)
              json.member("first", numbers[0])
            }
          }
          json.key("columns")
          json.array(of: columns.names) { $1.raw($0) }
        }
      }
      json.key("order")
      json.array(of: order) { $1.int($0) }
    }
  }
}

extension JSONWriter {
  mutating func differences(of numbers: [Int], from start: Int = 0) {
    var last = start
    array(of: numbers) { number, json in
      json.int(number - last)
      last = number
    }
  }
}
