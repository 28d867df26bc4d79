/// The manifest as the scripts of the page read it. Declarations, states and what constraints require have the form
/// that they have in manifests. Added are results that the page does not compute itself: the sentences for each outcome
/// of a constraint, and the other words.
///
///     features:    [{id, …, parent: index, constraints: [index, …],
///                    conditional: [{when: [index, …], constraints: [index, …]}, …]}, …]
///     conditions, assumptions: [{id, name, constraints: [index, …]}, …]
///     app:         the app's constraints, as indices
///     order:       features and named conditions to which constraints refer, dependencies first: the index of a
///                  feature, or −1 minus that of a condition
///     constraints: [{kind, is: what it requires, operands: [[index, …], …], id, name: id in a block, title,
///                    label: name as a subject, says: {outcome: sentence, …}}, …], each different one once; a
///                    reference to a feature without words
///     sentence:    [text | [placeholder, argument, …], …]
struct PageModel {
  let manifest: Manifest
  let initialState: DeviceState
  var name = "manifest.json"

  var constraints = NameIndex()

  mutating func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("path", ShellWord.path(name))
    PageWords(manifest: manifest).write(to: &json)
    writeDeclarations(to: &json)
    writeFeatures(to: &json)
    json.key("app")
    write(manifest.app.constraints, in: nil, to: &json)
    json.key("order")
    json.array { json in
      for target in manifest.references.order {
        switch target {
        case .feature(let feature): json.int(feature)
        case .condition(let condition): json.int(-1 - condition)
        case .assumption: break
        }
      }
    }
    json.array("constraints", of: constraints.names) { $1.raw($0) }
    json.objects("states", manifest.states) { named, json in
      json.member("name", named.name)
      json.key("state")
      StateWriter.write(named.state, of: manifest, to: &json)
    }
    json.key("state")
    StateWriter.write(initialState, of: manifest, to: &json)
    json.endObject()
  }

  private mutating func writeDeclarations(to json: inout JSONWriter) {
    let writer = ManifestWriter(manifest)
    json.array("groups", of: manifest.groups) { ManifestWriter.write($0, &$1) }
    json.array("products", of: manifest.products) {
      ManifestWriter.write($0, of: manifest.groups, &$1)
    }
    json.array("attributes", of: manifest.attributes) { writer.write($0, &$1) }
    json.member("buckets", manifest.buckets)
    write("conditions", manifest.conditions.map { ($0.id, $0.name, $0.condition) }, to: &json)
    write("assumptions", manifest.assumptions.map { ($0.id, $0.name, $0.condition) }, to: &json)
  }

  private mutating func write(
    _ key: StaticString, _ conditions: [(id: String, name: String, Condition)],
    to json: inout JSONWriter
  ) {
    json.objects(key, conditions) { declared, json in
      json.member("id", declared.id)
      json.member("name", declared.name)
      json.key("constraints")
      write(declared.2, in: ConstraintContext(nil), to: &json)
    }
  }

  private mutating func writeFeatures(to json: inout JSONWriter) {
    json.member("teams", manifest.teams)
    json.objects("features", manifest.features.enumerated()) { item, json in
      let (index, feature) = item
      json.member("id", feature.id)
      if feature.name != feature.id { json.member("name", feature.name) }
      if let description = feature.description { json.member("description", description) }
      if let parent = feature.parent { json.member("parent", parent) }
      if let team = manifest.team(of: index) { json.member("team", team) }
      if let until = feature.until { json.member("until", until.description) }
      if let isEnabled = feature.isEnabled {
        json.key("isEnabled")
        json.flag(isEnabled)
      }
      json.key("constraints")
      write(feature.constraints, in: index, to: &json)
      if !feature.conditional.isEmpty {
        json.objects("conditional", feature.conditional.enumerated()) { item, json in
          json.key("when")
          write(item.element.condition, in: ConstraintContext(index).inGuard, to: &json)
          json.key("constraints")
          write(item.element.constraints, in: index, block: item.offset, to: &json)
        }
      }
    }
  }

  // MARK: Constraints

  /// - Parameter feature: The feature that has the constraints; nil for the app.
  private mutating func write(
    _ constraints: [Constraint], in feature: Int?, block: Int? = nil, to json: inout JSONWriter
  ) {
    json.array(of: constraints) {
      $1.int(
        number(
          of: $0, in: ConstraintContext(feature), titled: manifest.title(of: $0, block: block),
          block: block))
    }
  }

  private mutating func write(
    _ condition: Condition, in context: ConstraintContext, to json: inout JSONWriter
  ) {
    json.array(of: condition.constraints) { $1.int(number(of: $0, in: context)) }
  }

  private mutating func number(
    of constraint: Constraint, in context: ConstraintContext, titled title: String? = nil,
    block: Int? = nil
  ) -> Int {
    var json = JSONWriter(.compact)
    json.beginObject()
    json.member("kind", constraint.kind.name)
    if constraint.operands.isEmpty {
      json.key("is")
      ManifestWriter(manifest).writeRequirement(constraint, &json)
    } else {
      json.array("operands", of: constraint.operands) {
        write($0, in: context.inside(constraint), to: &$1)
      }
    }
    json.member("id", constraint.name(in: manifest))
    // References are numerous, so the scripts make their titles and sentences from a common one.
    let isFeature = constraint.kind == .feature
    if let title, !isFeature || block != nil { json.member("title", title) }
    if block != nil { json.member("name", constraint.name(block: block, in: manifest)) }
    if !isFeature, title == nil || [.permission, .purchase].contains(constraint.kind) {
      json.member("label", constraint.displayName(in: manifest))
    }
    if !isFeature {
      json.object("says") { json in
        for (outcome, sentence) in manifest.sentences(on: constraint, of: context) {
          json.key(named: outcome)
          json.sentence(sentence, of: manifest)
        }
      }
    }
    json.endObject()
    return constraints.insert(json.text).index
  }
}

extension Manifest {
  /// A sentence for each outcome. The page's scripts find the outcome in a state.
  fileprivate func sentences(
    on constraint: Constraint, of context: ConstraintContext
  ) -> [(outcome: String, sentence: Sentence)] {
    let demand = context.demand
    func byTruth(_ sentence: (Ternary) -> Sentence) -> [(outcome: String, sentence: Sentence)] {
      Ternary.allCases.map { ("\($0)", sentence($0)) }
    }
    switch constraint {
    case .platform(let platform, let versions):
      let positions: KeyValuePairs<String, RangePosition> = [
        "yes": .within, "tooLow": .tooLow, "no": .tooHigh,
      ]
      return positions.map { ($0, sentence(on: platform, versions, $1, as: demand)) }
        + [("inactive", inactiveSentence(on: constraint, isOfCurrentPlatform: false))]
    case .platforms(let platforms):
      return [false, true].map { isListed in
        ("\(Ternary(isListed))", sentence(on: platforms, isListed: isListed, as: demand))
      }
    case .device(let requirement):
      return byTruth { sentence(on: requirement, $0, isTooLow: false, as: demand) }
        + [("tooLow", sentence(on: requirement, .no, isTooLow: true, as: demand))]
    case .runtimeEnabled: return byTruth { sentence(onFlag: $0) }
    case .userToggled:
      return [false, true].map { ("\(Ternary($0))", sentence(onToggle: $0)) }
    case .permission(let requirement):
      let absences: KeyValuePairs<String, PermissionAbsence> = [
        "fromDevice": .fromDevice, "fromVersion": .fromVersion, "fromPlatform": .fromPlatform,
      ]
      return requirement.permission.statuses.filter { $0 != .unsupported }.map {
        ($0.name, sentence(on: requirement, $0, .fromDevice, as: demand))
      } + absences.map { ($0, sentence(on: requirement, .unsupported, $1, as: demand)) }
    case .purchase(let expression):
      let plain = byTruth { sentence(on: expression, $0, isDetailed: false, as: demand) }
      guard case .product = expression else { return plain }
      return plain
        + byTruth { sentence(on: expression, $0, isDetailed: true, as: demand) }.map {
          ("\($0) in detail", $1)
        }
    case .attribute(let requirement):
      let isAge = if case .age = requirement.accepted { true } else { false }
      func outcome(
        _ outcome: String, isMet: Bool = false, hasDate: Bool? = nil
      ) -> (outcome: String, sentence: Sentence) {
        (outcome, sentence(on: requirement, isMet: isMet, hasDate: hasDate, as: demand))
      }
      return [
        outcome("yes", isMet: true, hasDate: isAge ? true : nil),
        outcome("no", hasDate: isAge ? true : nil), outcome("unknown"),
      ] + (isAge ? [outcome("noDate", hasDate: false)] : [])
    case .rollout(let requirement):
      return byTruth { truth in
        sentence(
          on: requirement, isWithin: truth == .unknown ? nil : truth == .yes, of: context)
      }
    case .feature(let feature): return byTruth { sentence(onFeature: feature, $0) }
    case .condition(let condition): return byTruth { sentence(onCondition: condition, $0) }
    case .allOf(let conditions):
      return byTruth { Manifest.sentence(onAll: conditions.count, $0) }
    case .anyOf(let conditions):
      return byTruth { Manifest.sentence(onAlternatives: conditions.count, $0) }
    case .not: return byTruth { Manifest.exclusion(of: $0) }
    }
  }
}

extension JSONWriter {
  mutating func sentence(_ sentence: Sentence, of manifest: Manifest) {
    array(of: sentence.parts) { part, json in
      let words: [String]
      switch part {
      case .text(let text): return json.string(text)
      case .count(let truth, let one, let several): words = ["count", "\(truth)", one, several]
      case .placeholder(let placeholder):
        words =
          switch placeholder {
          case .platform: ["platform"]
          case .system: ["system"]
          case .numberedSystem: ["numberedSystem"]
          case .device(let fact): ["device", "\(fact.key)"]
          case .credits(let product): ["credits", manifest.products[product].id]
          case .status(let product): ["status", manifest.products[product].id]
          case .value(let attribute): ["value", manifest.attributes[attribute].id]
          case .end(_, let attribute): ["end", manifest.attributes[attribute].id]
          case .rolloutPosition(let bucket): ["position", manifest.buckets[bucket]]
          }
      }
      json.array { json in
        for word in words { json.string(word) }
        if case .placeholder(.end(let age, _)) = part { json.int(age) }
      }
    }
  }
}
