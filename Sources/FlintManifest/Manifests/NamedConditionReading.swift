import FlintCore
import FlintText

/// Functions that read the lists `conditions` (named conditions) and `assume` (assumptions) of a manifest.
extension ManifestReader {
  /// Collects the ids of the named conditions before their declarations are read. Declarations can therefore refer to
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
    for (key, member) in value.members {
      switch DeclaredConditionKey(key: key) {
      case .id: id = member
      case .condition: condition = member
      case .name: name = problems.string(member, "'name'")
      case .description: description = problems.string(member, "'description'")
      case nil: problems.unknownKey(key, in: "a condition", allowed: DeclaredConditionKey.allCases)
      }
    }
    owner = id?.string.flatMap { conditionNames.index(of: $0) }.map { .condition($0) }
    if condition == nil {
      problems.missingKey(DeclaredConditionKey.condition, in: "a condition", of: value)
    }
    var facts = FeatureContext()
    let read = condition.flatMap { readCondition($0, "'is'", .condition(.named), &facts) }
    guard let idText = readID(id, of: .condition, in: value),
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
    for (key, member) in value.members {
      switch AssumptionKey(key: key) {
      case .id: id = member
      case .condition: condition = member
      case .name: name = problems.string(member, "'name'")
      case .description: description = problems.string(member, "'description'")
      case nil: problems.unknownKey(key, in: "an assumption", allowed: AssumptionKey.allCases)
      }
    }
    // No declaration refers to an assumption, so it is not part of a cycle.
    owner = nil
    if condition == nil {
      problems.missingKey(AssumptionKey.condition, in: "an assumption", of: value)
    }
    var facts = FeatureContext()
    let read = condition.flatMap { readCondition($0, "'that'", .condition(.assumed), &facts) }
    guard let idText = readID(id, of: .assumption, in: value),
      declare(idText, at: id, .assumption, in: \.assumptionNames)
    else { return nil }
    return AssumptionDeclaration(
      id: idText, name: name, description: description, that: read ?? Condition([]))
  }
}
