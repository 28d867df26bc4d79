import FlintModel
import FlintText

extension ManifestReader {
  /// References may precede declarations.
  mutating func readConditionNames(_ list: JSONValue) {
    for element in list.elements {
      if let id = element.member("id")?.string { conditionNames.insert(id) }
    }
  }

  mutating func readConditions(_ list: JSONValue) -> [ConditionDeclaration] {
    readDeclarations(
      list, "'conditions'", "a condition", DeclaredConditionKey.self, .named, .condition,
      in: \.declaredConditions
    ).map {
      ConditionDeclaration(id: $0.id, name: $0.name, description: $0.description, is: $0.condition)
    }
  }

  mutating func readAssumptions(_ list: JSONValue) -> [AssumptionDeclaration] {
    readDeclarations(
      list, "'assume'", "an assumption", AssumptionKey.self, .assumed, .assumption,
      in: \.assumptionNames
    ).map {
      AssumptionDeclaration(
        id: $0.id, name: $0.name, description: $0.description, that: $0.condition)
    }
  }

  private typealias Declaration = (
    id: String, name: String?, description: String?, condition: Condition
  )

  private mutating func readDeclarations<Key: ConditionDeclarationKey>(
    _ list: JSONValue, _ subject: String, _ element: String, _: Key.Type,
    _ restriction: InputProblem.ConditionKind, _ kind: InputProblem.EntityKind,
    in names: WritableKeyPath<ManifestReader, NameIndex>
  ) -> [Declaration] {
    guard problems.isArray(list, subject) else { return [] }
    var read: [Declaration] = []
    read.reserveCapacity(list.count)
    for value in list.elements where isDeclaration(value, element) {
      var (id, condition): (JSONValue?, JSONValue?)
      var (name, description): (String?, String?)
      for (key, _, member) in problems.members(of: value, in: element, as: Key.self) {
        if key == .id {
          id = member
        } else if key == .condition {
          condition = member
        } else {
          let text = problems.string(member, "'\(key.name)'")
          if key == .name { name = text } else { description = text }
        }
      }
      // No declaration refers to an assumption, so it is not part of a cycle.
      owner =
        kind == .condition
        ? id?.string.flatMap { conditionNames.index(of: $0) }.map { .condition($0) } : nil
      var facts = FeatureContext()
      let content = condition.flatMap {
        readCondition($0, "'\(Key.condition.name)'", .condition(restriction), &facts)
      }
      guard let idText = readID(id, of: kind), declare(idText, at: id, kind, in: names)
      else { continue }
      read.append((idText, name, description, content ?? Condition([])))
    }
    return read
  }
}
