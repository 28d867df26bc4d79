import FlintModel
import FlintText

/// At most ``Formulas/maxDepth`` deep, so that recursion is safe.
struct FormulaWriter {
  let formulas: Formulas
  /// The bucket of the rollout of 100 % or 0 % as which a constant is written; a manifest has no constants.
  let constantBucket: String

  func write(_ id: Formulas.ID, to writer: inout JSONWriter) {
    switch formulas.nodes[id] {
    case .constant(let value):
      let percent: Percent = value ? .hundred : .zero
      write(Literal(.rollout(percent, bucket: constantBucket)), to: &writer)
    case .literal(let literal): write(literal, to: &writer)
    case .joined(.any, let operands):
      writer.object { writer in
        writer.key("anyOf")
        writer.array(of: operands) { write($0, to: &$1) }
      }
    case .joined(.all, let operands):
      ConditionObject(operands, in: formulas).write(to: &writer, self)
    }
  }

  fileprivate func write(_ literal: Literal, to writer: inout JSONWriter) {
    writer.object { writer in
      if literal.isNegated { writer.key("not") }
      if literal.isNegated { writer.beginObject() }
      writer.key(literal.requirement.key)
      switch literal.requirement {
      case .attribute(let id, let accepted):
        writer.object { writer in
          writer.key(named: id)
          accepted.write(to: &writer)
        }
      case .condition(let id): writer.array { $0.string(id) }
      case .appVersion, .date, .rollout: literal.requirement.writeValue(to: &writer)
      }
      if literal.isNegated { writer.endObject() }
    }
  }
}

private struct ConditionObject {
  private var appVersion: Requirement?
  private var date: Requirement?
  private var attributes: [(id: String, accepted: AcceptedValues)] = []
  private var rollout: Requirement?
  private var conditions: [String] = []
  /// For `allOf`, because their key is in use.
  private var others: [Formulas.ID] = []
  private var anyOf: [Formulas.ID]?
  private var negated: [Literal] = []

  init(_ operands: [Formulas.ID], in formulas: Formulas) {
    var alternatives: [Formulas.ID] = []
    var attributeIDs: Set<String> = []
    for operand in operands {
      switch formulas.nodes[operand] {
      case .constant, .joined: alternatives.append(operand)
      case .literal(let literal) where literal.isNegated: negated.append(literal.negation)
      case .literal(let literal):
        switch literal.requirement {
        case .appVersion where appVersion == nil: appVersion = literal.requirement
        case .date where date == nil: date = literal.requirement
        case .rollout where rollout == nil: rollout = literal.requirement
        case .attribute(let id, let accepted) where attributeIDs.insert(id).inserted:
          attributes.append((id, accepted))
        case .condition(let id): conditions.append(id)
        case .appVersion, .date, .rollout, .attribute: others.append(operand)
        }
      }
    }
    if alternatives.count == 1, case .joined(.any, let operands) = formulas.nodes[alternatives[0]] {
      anyOf = operands
    } else {
      others += alternatives
    }
  }

  func write(to writer: inout JSONWriter, _ formulas: FormulaWriter) {
    writer.object { writer in
      for requirement in [appVersion, date].compactMap(\.self) {
        writer.key(requirement.key)
        requirement.writeValue(to: &writer)
      }
      if !attributes.isEmpty {
        writer.key("attributes")
        writer.object { writer in
          for (id, accepted) in attributes {
            writer.key(named: id)
            accepted.write(to: &writer)
          }
        }
      }
      if let rollout {
        writer.key(rollout.key)
        rollout.writeValue(to: &writer)
      }
      if !conditions.isEmpty { writer.member("conditions", conditions) }
      if !others.isEmpty {
        writer.key("allOf")
        writer.array(of: others) { formulas.write($0, to: &$1) }
      }
      if let anyOf {
        writer.key("anyOf")
        writer.array(of: anyOf) { formulas.write($0, to: &$1) }
      }
      // Several negated operands share one `not`, because "neither a nor b" is "not any of a and b".
      if negated.count == 1 {
        writer.key("not")
        formulas.write(negated[0], to: &writer)
      } else if !negated.isEmpty {
        writer.key("not")
        writer.object { writer in
          writer.key("anyOf")
          writer.array(of: negated) { formulas.write($0, to: &$1) }
        }
      }
    }
  }
}

extension Requirement {
  fileprivate var key: StaticString {
    switch self {
    case .appVersion: "appVersion"
    case .date: "date"
    case .attribute: "attributes"
    case .rollout: "rollout"
    case .condition: "conditions"
    }
  }

  /// Not of attributes and named conditions, which share a key.
  fileprivate func writeValue(to writer: inout JSONWriter) {
    switch self {
    case .appVersion(let range): writer.range(range)
    case .date(let range): writer.range(range) { $1.string($0.description) }
    case .rollout(let percent, let bucket):
      writer.object { writer in
        writer.key("percent")
        writer.number(percent.description)
        writer.member("bucket", bucket)
      }
    case .attribute, .condition: break
    }
  }
}

extension AcceptedValues {
  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .boolean(let value): writer.bool(value)
    case .texts(let texts): writer.oneOrList(texts)
    case .otherTexts(let texts):
      writer.object { writer in
        writer.key("notIn")
        writer.array(of: texts) { $1.string($0.text) }
      }
    case .textsContaining(let texts):
      writer.object { writer in
        writer.key("contains")
        writer.oneOrList(texts)
      }
    case .integer(let number): writer.array { $0.int(number) }
    case .integers(let range): writer.range(range) { $1.int($0) }
    case .versions(let range): writer.range(range)
    case .dates(let range): writer.range(range) { $1.string($0.description) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func oneOrList(_ texts: [ExactText]) {
    if texts.count == 1 { return string(texts[0].text) }
    array(of: texts) { $1.string($0.text) }
  }

  fileprivate mutating func range(_ range: VersionRange) {
    object { writer in
      if let low = range.atLeast { writer.member("atLeast", low.description) }
      if let high = range.below { writer.member("below", high.description) }
    }
  }

  fileprivate mutating func range<Value>(
    _ range: Bounds<Value>, _ write: (Value, inout JSONWriter) -> Void
  ) {
    object { writer in
      if let low = range.atLeast {
        writer.key("atLeast")
        write(low, &writer)
      }
      if let high = range.below {
        writer.key("below")
        write(high, &writer)
      }
    }
  }
}
