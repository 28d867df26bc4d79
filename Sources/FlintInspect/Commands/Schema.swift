extension Command {
  static let schema = Command(
    name: "schema",
    summary: "Print the JSON Schema (draft 2020-12) of a file or result.",
    arguments: [
      Argument(
        placeholder: "NAME", kind: .choice(JSONSchema.allCases.map(\.rawValue)),
        help: "The kind of file or JSON result: \(JSONSchema.allCases.map(\.rawValue).list()).")
    ],
    options: .list(.output),
    examples: [
      "schema manifest --output flint-manifest.schema.json", "schema plan",
    ],
    run: { context in
      // The parser has checked that the argument is the name of a schema.
      guard let kind = JSONSchema(rawValue: context.arguments[0]) else {
        return .noResult
      }
      try context.writeResult { kind.write(to: &$0) }
      return .success
    })
}
