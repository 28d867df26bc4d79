import FlintModel
import FlintManifest
package import FlintText

/// The translation of a Firebase Remote Config template into a part of a manifest. It has a named condition for each
/// condition and each Boolean parameter of the template, and the attributes that these conditions require.
package struct RemoteConfigPart {
  struct Condition {
    let id: String
    let name: String
    let description: String?
    let formula: Formulas.ID
  }

  /// The attributes that the named conditions require, in the order of their first use.
  private(set) var attributes: [AttributeTable.Declaration] = []
  /// The named conditions: first one for each condition of the Firebase Remote Config template, then one for each
  /// Boolean parameter, in the order of the template.
  private(set) var conditions: [Condition] = []
  private(set) var formulas = Formulas()
  /// Notes about those parts of the Firebase Remote Config template that are not translated exactly: rules of its
  /// conditions that a manifest cannot express, parameter values that the template does not contain, and parameters
  /// that were left out because they are not Boolean.
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
