import FlintModel
import FlintText

/// A node of the data that the HTML report page contains, such as an object or a number.
indirect enum PageNode {
  /// A plane (a truth value that the HTML report page computes), by the number that ``PlaneProgramMaker`` has given to
  /// it.
  case plane(Int)

  /// A number, such as the index of a feature, that can differ between similar nodes. Nodes, such as the objects of two
  /// constraints, are similar if they differ only in such numbers and in planes. ``PageTable`` writes their common JSON
  /// only once, followed by a list of these numbers.
  case own(Int)

  /// A number that belongs to the common JSON of similar nodes, which ``PageTable`` writes only once. Nodes, such as
  /// the objects of two constraints, that differ in such a number are therefore not similar, and each is written
  /// completely.
  case shared(Int)
  case text(String)
  case truth(Bool)

  /// A number, given by its digits, which are written to the JSON as they are.
  case number(String)
  case list([PageNode])

  /// A JSON object whose keys are fixed in the code and need no escaping.
  case object(KeyValuePairs<StaticString, PageNode>)

  /// An object whose keys come from the manifest. Its values must not be numbers: if one of the keys were `column`, the
  /// HTML report page would take the object for a reference to a column of a ``PageTable``.
  case members([(key: String, value: PageNode)])

  /// Writes this node, which is a part of the HTML report page's data, as JSON.
  ///
  /// - Parameter own: Writes the nodes ``plane(_:)`` and ``own(_:)`` that this node contains. Only in these numbers can
  ///   it differ from similar nodes, so a caller can replace them, for example by `null`, to compare the rest. The
  ///   closure is called in the order in which the numbers occur in the JSON.
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

  /// Writes a node of the data of the HTML report page as JSON. The node must not contain planes (truth values that the
  /// page computes). Their numbers are provisional: ``PlaneProgramMaker`` assigns them before it is known which planes
  /// the page needs, and only ``PageTable/write(to:plane:)`` converts them to the final numbers.
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

  /// For each node of this table, in the order of insertion, the index of its shape in ``members``. The nodes are
  /// similar parts of the data of the HTML report page, such as the objects of all constraints. Nodes have the same
  /// shape if they differ only in some of their numbers.
  private var order: [Int] = []

  /// For each shape, the first of its nodes, and for each of its nodes the numbers in which they differ. A shape is
  /// what similar nodes have in common: their JSON without these numbers.
  private var members: [(first: PageNode, rows: [[Int]])] = []

  private struct Row: Hashable {
    var shape: Int

    /// The numbers of a node, such as the JSON object of a constraint, in which it can differ from the other nodes of
    /// its shape, in the order in which they occur in the JSON. The shape is the JSON without these numbers. A number n
    /// is stored as 2n, and the plane (a truth value that the HTML report page computes) with the number n as 2n + 1.
    var numbers: [Int]
  }

  /// Adds a node of the HTML report page's data to this table if it does not contain an equal node yet. Returns the
  /// index of the node in the table.
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

  /// Writes this list of similar parts of the HTML report page's data, such as the objects of all constraints, as a
  /// JSON object. `plane` converts the provisional number of a plane (a truth value that the page computes) to the
  /// number under which the page computes it.
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
  /// Writes each number as its difference from the number before it, and the first one as its difference from `start`.
  mutating func differences(of numbers: [Int], from start: Int = 0) {
    var last = start
    array(of: numbers) { number, json in
      json.int(number - last)
      last = number
    }
  }
}
