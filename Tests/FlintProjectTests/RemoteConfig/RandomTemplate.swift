import FlintText
import TestSupport

/// A random template with an evaluator of its meaning.
struct RandomTemplate {
  private(set) var text = ""
  private(set) var rules = RandomRules()
  /// The meaning of each condition, in the order of the template.
  private(set) var conditions: [(name: String, truth: (RandomDevice) -> Bool?)] = []
  private(set) var parameters: [Parameter] = []

  struct Parameter {
    enum Value {
      case text(Bool)
      /// A value that the template does not contain. It is identified by the name of the fact.
      case served(String)
    }

    let key: String
    /// The values by the number of their condition, in any order.
    let values: [(condition: Int, value: Value)]
    let defaultValue: Value

    /// Returns the only value that is possible for the device, whatever the unknown conditions and values are; nil if
    /// both are possible.
    func truth(of device: RandomDevice, _ conditions: [Bool?]) -> Bool? {
      var possible: Set<Bool> = []
      func add(_ value: Value) {
        switch value {
        case .text(let value): possible.insert(value)
        case .served(let name):
          if let value = device.truths[name] {
            possible.insert(value)
          } else {
            possible.formUnion([true, false])
          }
        }
      }
      for (index, condition) in conditions.enumerated() where condition != false {
        guard let value = values.first(where: { $0.condition == index })?.value else { continue }
        add(value)
        if condition == true { return possible.count == 1 ? possible.first : nil }
      }
      add(defaultValue)
      return possible.count == 1 ? possible.first : nil
    }
  }

  init(_ random: inout SeededGenerator) {
    let count = random.oneIn(20) ? 150 : random.int(0...6)
    let written = (0..<count).map { index in
      let expression = expression(&random, depth: count > 100 ? 0 : random.int(0...4))
      let name =
        random.pick(["beta", "It's 50%!", "näme \(index)", "a.b_c", "x\u{202E}y"]) + " \(index)"
      conditions.append((name, expression.truth))
      let text = expression.text(&random)
      return
        #"{"expression": \#(JSONText.quoted(text)), "name": \#(JSONText.quoted(name)), "tagColor": "BLUE"}"#
    }
    let keys = (0...random.int(0...3)).map { "p\($0)" }
    var texts = keys.map { parameter($0, &random) }
    let grouped = texts.count > 1 ? texts.removeLast() : nil
    text = """
      {"conditions": [\(written.joined(separator: ",\n"))],
       "parameters": {\(texts.joined(separator: ",\n"))},
       "parameterGroups": {"g": {"description": "G", "parameters": {\(grouped ?? "")}}},
       "version": {"versionNumber": "3"}}
      """
  }

  // MARK: Expressions

  private mutating func expression(
    _ random: inout SeededGenerator, depth: Int
  ) -> RandomExpression {
    if depth == 0 || random.oneIn(5) { return rules.rule(&random) }
    switch random.int(0...4) {
    case 0:
      let inner = expression(&random, depth: depth - 1)
      return RandomExpression(tokens: ["!", "("] + inner.tokens + [")"]) { device in
        inner.truth(device).map { !$0 }
      }
    case 1: return nested(&random)
    case 2, 3:
      let (one, other) = (
        expression(&random, depth: depth - 1), expression(&random, depth: depth - 1)
      )
      return RandomExpression(
        tokens: ["("] + one.tokens + [")", "&&", "("] + other.tokens + [")"]
      ) { device in
        let truths = [one.truth(device), other.truth(device)]
        return truths.contains(false) ? false : truths.contains(nil) ? nil : true
      }
    default:
      // `&&` has a higher precedence than `||`.
      let operands = (0...2).map { _ in rules.rule(&random) }
      return RandomExpression(
        tokens: operands[0].tokens + ["||", "!"] + operands[1].tokens + ["&&"] + operands[2].tokens
      ) { device in
        let product = [operands[1].truth(device).map { !$0 }, operands[2].truth(device)]
        let second: Bool? = product.contains(false) ? false : product.contains(nil) ? nil : true
        let sum = [operands[0].truth(device), second]
        return sum.contains(true) ? true : sum.contains(nil) ? nil : false
      }
    }
  }

  /// Returns `a && (b || (c && …))`, sometimes deeper than a manifest allows.
  private mutating func nested(_ random: inout SeededGenerator) -> RandomExpression {
    var result = rules.rule(&random)
    for level in 0..<random.pick([2, 5, 70]) {
      let (outer, inner) = (rules.rule(&random), result)
      let isProduct = level % 2 == 0
      result = RandomExpression(
        tokens: outer.tokens + [isProduct ? "&&" : "||", "("] + inner.tokens + [")"]
      ) { device in
        let truths = [outer.truth(device), inner.truth(device)]
        if truths.contains(!isProduct) { return !isProduct }
        return truths.contains(nil) ? nil : isProduct
      }
    }
    return result
  }

  // MARK: Parameters

  private mutating func parameter(_ key: String, _ random: inout SeededGenerator) -> String {
    let isServed = random.oneIn(2)
    func value() -> (Parameter.Value, String) {
      let forms: [(fact: String, json: String)] = [
        ("in-app default", #"{"useInAppDefault": true}"#),
        ("rollout value", #"{"rolloutValue": {"rolloutId": "r", "value": "true", "percent": 5}}"#),
        ("personalization value", #"{"personalizationValue": {"personalizationId": "p"}}"#),
        ("experiment value", #"{"experimentValue": {"experimentId": "e"}}"#),
      ]
      if isServed, random.oneIn(3) {
        let (fact, json) = random.pick(forms)
        return (.served("\(key): \(fact)"), json)
      }
      let value = random.oneIn(2)
      return (
        .text(value), #"{"value": "\#(random.oneIn(3) ? "\(value)".uppercased() : "\(value)")"}"#
      )
    }
    let chosen = conditions.indices.filter { _ in !random.oneIn(3) }.shuffled(using: &random)
    let values = chosen.map { (condition: $0, value: value()) }
    let (defaultValue, defaultText) = value()
    let isDefaultAbsent = random.oneIn(6)
    let parameter = Parameter(
      key: key, values: values.map { ($0.condition, $0.value.0) },
      defaultValue: isDefaultAbsent ? .served("\(key): in-app default") : defaultValue)
    parameters.append(parameter)
    for value in parameter.values.map(\.value) + [parameter.defaultValue] {
      if case .served(let fact) = value { rules.facts.truths.insert(fact) }
    }
    let conditional = values.map {
      "\(JSONText.quoted(conditions[$0.condition].name)): \($0.value.1)"
    }
    let members =
      (isDefaultAbsent ? [] : [#""defaultValue": \#(defaultText)"#])
      + [
        #""conditionalValues": {\#(conditional.joined(separator: ", "))}"#,
        #""valueType": "BOOLEAN""#,
      ]
    return "\"\(key)\": {\(members.joined(separator: ", "))}"
  }
}
