import FlintModel
import FlintManifest
package import FlintText

/// A named condition for each condition and Boolean parameter, and the attributes that these
/// require.
package struct RemoteConfigPart {
  struct Condition {
    let id: String
    let name: String
    let description: String?
    let formula: Formulas.ID
  }

  private(set) var attributes: [AttributeTable.Declaration] = []
  private(set) var conditions: [Condition] = []
  private(set) var formulas = Formulas()
  /// About what is not translated exactly.
  package private(set) var notes: [Diagnostic] = []

  package init(_ template: RemoteConfigTemplate) {
    var builder = RemoteConfigPartBuilder()
    for condition in template.conditions { builder.add(condition) }
    for parameter in template.parameters where parameter.isBoolean { builder.add(parameter) }
    conditions = builder.conditions
    formulas = builder.formulas
    // Rules that were folded away have attributes and notes, too.
    let used = formulas.attributes(in: conditions.map(\.formula))
    attributes = builder.attributes.filter { used.contains($0.id) }
    notes = builder.notes.filter { used.contains($0.attribute) }.map(\.note)
    let leftOut = template.parameters.filter { !$0.isBoolean }.map { "'\($0.key)'" }
    if !leftOut.isEmpty {
      let parameters =
        leftOut.count == 1 ? "a parameter that is" : "\(leftOut.count) parameters that are"
      let keys = leftOut.joined(separator: ", ")
      notes.append(
        Diagnostic(
          .note, rule: ImportRule.leftOutParameter.rawValue,
          message: "skipped \(parameters) not Boolean: \(keys)"))
    }
  }

  package func write(to sink: inout ByteSink) {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.key("manifestVersion")
      writer.int(1)
      writer.key("attributes")
      writer.array(of: attributes) { $0.write(to: &$1) }
      writer.key("conditions")
      writer.array(of: conditions) { write($0, to: &$1) }
    }
    writer.endLine()
    sink.append(writer.text)
  }

  func write(_ condition: Condition, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", condition.id)
      if !condition.name.isSame(as: condition.id) { writer.member("name", condition.name) }
      if let description = condition.description { writer.member("description", description) }
      writer.key("is")
      FormulaWriter(formulas: formulas, constantBucket: condition.id)
        .write(condition.formula, to: &writer)
    }
  }
}

extension AttributeTable.Declaration {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      if let name { writer.member("name", name) }
      writer.member("type", type.name)
      writer.member("owner", Owner.environment.name)
    }
  }
}
