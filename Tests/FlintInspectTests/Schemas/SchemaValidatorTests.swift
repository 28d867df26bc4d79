import TestSupport
import Testing

@Suite("The schema validator")
struct SchemaValidatorTests {
  private static let cases: [(schema: String, right: [String], wrong: [String])] = [
    ("true", ["1"], []),
    ("false", [], ["1", "{}"]),
    (#"{"type": "integer"}"#, ["1", "-9007199254740993"], ["1.5", "true", #""1""#, "null"]),
    (#"{"type": ["boolean", "null"]}"#, ["true", "null"], ["0", "[]"]),
    (#"{"const": {"a": 1, "b": [2]}}"#, [#"{"b": [2], "a": 1.0}"#], [#"{"a": 1}"#, "1"]),
    (#"{"enum": ["a", "\u00E9"]}"#, [#""a""#, #""\u00E9""#], [#""b""#, #""e\u0301""#]),
    (#"{"minLength": 2}"#, [#""e\u0301""#, "1"], [#""\u00E9""#, #""""#]),
    (#"{"pattern": "^[a-z]+$"}"#, [#""ab""#, "1"], [#""aB""#, #""""#, #""a\n""#]),
    (
      #"{"minimum": 0, "maximum": 9223372036854775807}"#, ["0", "9223372036854775807", #""""#],
      ["-1", "9223372036854775808"]
    ),
    (#"{"exclusiveMaximum": 100}"#, ["99.9999"], ["100"]),
    (#"{"minItems": 1, "maxItems": 2}"#, ["[1]", "[1, 2]", "{}"], ["[]", "[1, 2, 3]"]),
    (
      #"{"uniqueItems": true}"#, [#"[1, "1", {"a": 1}]"#, #"["\u00E9", "e\u0301"]"#],
      ["[1, 1.0]", #"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#]
    ),
    (#"{"items": {"type": "null"}}"#, ["[]", "[null]", "1"], ["[null, 1]"]),
    (#"{"minProperties": 1}"#, [#"{"a": 1}"#, "[]"], ["{}"]),
    (#"{"required": ["a"]}"#, [#"{"a": null}"#, "1"], ["{}", #"{"b": 1}"#]),
    (#"{"propertyNames": {"minLength": 2}}"#, ["{}", #"{"ab": 1}"#], [#"{"ab": 1, "a": 1}"#]),
    (
      #"{"properties": {"a": {"type": "null"}}, "patternProperties": {"^x": true}, "additionalProperties": false}"#,
      ["{}", #"{"a": null, "xy": 1}"#], [#"{"a": 1}"#, #"{"b": 1}"#]
    ),
    (#"{"dependentRequired": {"a": ["b"]}}"#, ["{}", #"{"a": 1, "b": 1}"#], [#"{"a": 1}"#]),
    (
      #"{"dependentSchemas": {"a": {"properties": {"b": false}}}}"#, [#"{"a": 1}"#, #"{"b": 1}"#],
      [#"{"a": 1, "b": 1}"#]
    ),
    (#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, ["1", "2"], ["0", "3"]),
    (#"{"anyOf": [{"const": 1}, {"type": "integer"}]}"#, ["1", "2"], [#""""#]),
    (#"{"oneOf": [{"const": 1}, {"type": "integer"}]}"#, ["2"], ["1", #""""#]),
    (#"{"not": {"const": 1}}"#, ["2"], ["1"]),
    (
      #"{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}"#,
      [#"{"a": 1, "b": 1}"#, #"{"c": 1}"#], [#"{"a": 1, "c": 1}"#, "{}"]
    ),
    (
      ##"{"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [{"type": "null"}, {"items": {"$ref": "#/$defs/n"}, "type": "array"}]}}}"##,
      ["null", "[[null], []]"], ["[[1]]"]
    ),
  ]

  @Test("Implements each keyword", arguments: cases.indices)
  func keyword(_ index: Int) throws {
    let (schema, right, wrong) = Self.cases[index]
    let validator = try SchemaValidator(schema)
    for text in right {
      let problem = validator.problem(in: try JSONTree(text))
      #expect(problem == nil, "\(schema) refuses \(text)")
    }
    for text in wrong {
      let problem = validator.problem(in: try JSONTree(text))
      #expect(problem != nil, "\(schema) takes \(text)")
    }
  }

  @Test(
    "Rejects unknown keywords",
    arguments: [
      #"{"multipleOf": 2}"#, #"{"properties": {"a": {"contains": {}}}}"#,
      #"{"$defs": {"a": {"minLenght": 1}}}"#, #"{"anyOf": [{"prefixItems": []}]}"#, "[]",
    ])
  func unknownKeyword(schema: String) {
    #expect(throws: SchemaValidator.UnknownKeyword.self) { try SchemaValidator(schema) }
  }
}
