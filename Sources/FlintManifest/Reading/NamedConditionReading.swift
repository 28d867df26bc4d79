import FlintCore
import FlintText

/// Functions that read the lists `conditions` (named conditions) and `assume` (assumptions) of a manifest.
extension ManifestReader {
  /// Collects the ids of the named conditions before any declaration is read. A declaration can therefore refer to
  /// conditions that are declared later in the text.
  mutating func readConditionNames(_ list: JSONValue) {
    for element in list.elements {
      if let id = element.member("id")?.string { conditionNames.insert(id) }
    }
  }

  mutating func readConditions(_ list: JSONValue) -> [ConditionDeclaration] {
    guard problems.isArray(list, "'conditions'") else { return [] }
    var read: [ConditionDeclaration] = []
    read.reserveCapacity(list.count)
    for element in list.elements where isDeclaration(element, "a condition") {
      if let declaration = readNamedCondition(element) { read.append(declaration) }
    }
    return read
  }

  private mutating func readNamedCondition(_ value: JSONValue) -> ConditionDeclaration? {
    var (id, condition): (JSONValue?, JSONValue?)
    var (name, description): (String?, String?)
    let members = problems.members(of: value, in: "a condition", as: DeclaredConditionKey.self)
    for (key, _, member) in members {
      switch key {
      case .id: id = member
      case .condition: condition = member
      case .name: name = problems.string(member, "'name'")
      case .description: description = problems.string(member, "'description'")
      }
    }
    owner = id?.string.flatMap { conditionNames.index(of: $0) }.map { .condition($0) }
    var facts = FeatureContext()
    let read = condition.flatMap { readCondition($0, "'is'", .condition(.named), &facts) }
    guard let idText = readID(id, of: .condition),
      declare(idText, at: id, .condition, in: \.declaredConditions)
    else { return nil }
    return ConditionDeclaration(
      id: idText, name: name, description: description, is: read ?? Condition([]))
  }

  // MARK: Assumptions

  mutating func readAssumptions(_ list: JSONValue) -> [AssumptionDeclaration] {
    guard problems.isArray(list, "'assume'") else { return [] }
    var read: [AssumptionDeclaration] = []
    read.reserveCapacity(list.count)
    for element in list.elements where isDeclaration(element, "an assumption") {
      if let assumption = readAssumption(element) { read.append(assumption) }
    }
    return read
  }

  private mutating func readAssumption(_ value: JSONValue) -> AssumptionDeclaration? {
    var (id, condition): (JSONValue?, JSONValue?)
    var (name, description): (String?, String?)
    let members = problems.members(of: value, in: "an assumption", as: AssumptionKey.self)
    for (key, _, member) in members {
      switch key {
      case .id: id = member
      case .condition: condition = member
      case .name: name = problems.string(member, "'name'")
      case .description: description = problems.string(member, "'description'")
      }
    }
    // No declaration refers to an assumption, so it is not part of a cycle.
    owner = nil
    var facts = FeatureContext()
    let read = condition.flatMap { readCondition($0, "'that'", .condition(.assumed), &facts) }
    guard let idText = readID(id, of: .assumption),
      declare(idText, at: id, .assumption, in: \.assumptionNames)
    else { return nil }
    return AssumptionDeclaration(
      id: idText, name: name, description: description, that: read ?? Condition([]))
  }
}
