import FlintManifest
import FlintText
import Testing

@testable import FlintProject

@Suite("Errors in expressions")
struct ExpressionErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let expression: String
    /// The column in the expression, starting at 1.
    let column: Int
    let message: String
    var hint: String?

    var testDescription: String { expression }
  }

  private static let textOperators =
    "found 'notExactlyMatches'; expected 'contains', 'notContains', 'exactlyMatches' or 'matches'"

  static let cases = [
    // The expression ends too early. The location is its closing quote.
    Case(
      expression: "", column: 1,
      message: "found the end of the expression; expected a rule, '!' or '('"),
    Case(
      expression: "percent <= 5 &&", column: 16,
      message: "found the end of the expression; expected a rule, '!' or '('"),
    Case(
      expression: "(true", column: 6,
      message: "found the end of the expression; expected '&&', '||' or ')'"),
    Case(
      expression: "device.", column: 8,
      message: "found the end of the expression; expected 'os', 'country' or 'language'"),
    Case(
      expression: "device.os == 'ios", column: 18,
      message: "the expression ends inside a string; expected \"'\""),
    Case(
      expression: "app.id == \"a\\\"", column: 15,
      message: "the expression ends inside a string; expected '\"'"),
    // A token is unexpected.
    Case(
      expression: "true)", column: 5,
      message: "found ')'; expected '&&', '||' or the end of the expression"),
    Case(
      expression: "true & false", column: 6,
      message: "found '&'; expected '&&', '||' or the end of the expression"),
    Case(expression: "()", column: 2, message: "found ')'; expected a rule, '!' or '('"),
    Case(
      expression: "True", column: 1, message: "found 'True'; expected a rule",
      hint: "did you mean 'true'?"),
    Case(
      expression: "country in ['FR']", column: 1, message: "found 'country'; expected a rule",
      hint: "write device.country"),
    Case(
      expression: "user.userProperty['a'] == 1", column: 1,
      message: "found 'user'; expected a rule",
      hint: "write user properties as app.userProperty['NAME']"),
    Case(
      expression: "device.dateTime > dateTime('2026-01-01')", column: 8,
      message: "found 'dateTime'; expected 'os', 'country' or 'language'",
      hint: "write dateTime without 'device.'"),
    Case(
      expression: "app.version >= '2'", column: 13, message: "found '>='; expected '.'",
      hint: "write app.version.>=(['2'])"),
    Case(
      expression: "app.build == 2", column: 11, message: "found '=='; expected '.'",
      hint: "write app.build.==(['2'])"),
    Case(
      expression: "app.version.>=('2')", column: 16, message: "found the string '2'; expected '['"),
    Case(
      expression: "app.version.>=(['2', '3'])", column: 20, message: "found ','; expected ']'"),
    Case(
      expression: "app.version.in(['2'])", column: 13,
      message: "found 'in'; expected 'contains', 'notContains', 'exactlyMatches' or 'matches'"),
    Case(
      expression: "device.country == 'US'", column: 16, message: "found '=='; expected 'in'",
      hint: "write device.country in ['US']"),
    Case(
      expression: "device.language in 'en'", column: 20,
      message: "found the string 'en'; expected '['",
      hint: "write device.language in ['en']"),
    Case(
      expression: "device.country in ['US' 'CA']", column: 25,
      message: "found the string 'CA'; expected ',' or ']'"),
    Case(expression: "device.country in []", column: 20, message: "found ']'; expected a string"),
    Case(
      expression: "app.id.contains('dev')", column: 7, message: "found '.'; expected '==' or '!='",
      hint: "compare app.id with '==' or '!='"),
    Case(
      expression: "app.userProperty['tier'] == 'premium'", column: 29,
      message: "found the string 'premium'; expected a number",
      hint: "write app.userProperty['tier'].exactlyMatches(['premium'])"),
    Case(
      expression: "app.userProperty['a'] in ['b']", column: 23,
      message: "found 'in'; expected '.', '<', '<=', '>', '>=', '==' or '!='",
      hint: "write app.userProperty['a'].exactlyMatches(['…'])"),
    // No hint suggests the opposite of a negative operator.
    Case(
      expression: "device.country != 'US'", column: 16, message: "found '!='; expected 'in'",
      hint: "Firebase has no operator that excludes values of device.country"),
    Case(
      expression: "device.language not in ['en']", column: 17,
      message: "found 'not'; expected 'in'",
      hint: "Firebase has no operator that excludes values of device.language"),
    Case(
      expression: "firebaseInstallationId !in ['x']", column: 24,
      message: "found '!'; expected 'in'",
      hint: "Firebase has no operator that excludes values of app.firebaseInstallationId"),
    Case(
      expression: "device.country.notIn(['US'])", column: 15, message: "found '.'; expected 'in'",
      hint: "Firebase has no operator that excludes values of device.country"),
    Case(
      expression: "device.country in !['US']", column: 19, message: "found '!'; expected '['",
      hint: "Firebase has no operator that excludes values of device.country"),
    Case(expression: "device.country < 'US'", column: 16, message: "found '<'; expected 'in'"),
    Case(
      expression: "device.os not in ['ios']", column: 11,
      message: "found 'not'; expected '==' or '!='",
      hint: "compare device.os with '==' or '!='"),
    Case(
      expression: "app.userProperty['t'] != 'gold'", column: 26,
      message: "found the string 'gold'; expected a number",
      hint: "the only negated operator on strings is 'notContains'"),
    Case(
      expression: "app.userProperty['t'] notIn ['a']", column: 23,
      message: "found 'notIn'; expected '.', '<', '<=', '>', '>=', '==' or '!='",
      hint: "the only negated operator on strings is 'notContains'"),
    Case(
      expression: "app.userProperty['t'] < 'gold'", column: 25,
      message: "found the string 'gold'; expected a number"),
    Case(
      expression: "app.userProperty['t'] >= '3'", column: 26,
      message: "found the string '3'; expected a number", hint: "write app.userProperty['t'] >= 3"),
    Case(
      expression: "app.customSignal['v'] != '1.2'", column: 26,
      message: "found the string '1.2'; expected a number",
      hint: "write version(app.customSignal['v']) != '1.2'"),
    Case(
      expression: "app.userProperty['t'].notExactlyMatches(['a'])", column: 23,
      message: textOperators,
      hint: "the only negated operator on strings is 'notContains'"),
    Case(
      expression: "app.userProperty['t'].notMatches(['a'])", column: 23,
      message: textOperators.replacing("notExactlyMatches", with: "notMatches"),
      hint: "the only negated operator on strings is 'notContains'"),
    Case(
      expression: "app.userProperty['t'].notContain(['a'])", column: 23,
      message: textOperators.replacing("notExactlyMatches", with: "notContain"),
      hint: "did you mean 'notContains'?"),
    Case(
      expression: "app.audiences.inOne(['a'])", column: 15,
      message: "found 'inOne'; expected 'inAtLeastOne', 'notInAtLeastOne', 'inAll' or 'notInAll'"),
    Case(
      expression: "version(app.userProperty['a']) > '1'", column: 13,
      message: "found 'userProperty'; expected 'customSignal'"),
    Case(
      expression: "dateTime == dateTime('2026-01-01')", column: 10,
      message: "found '=='; expected '<', '<=', '>' or '>='"),
    Case(
      expression: "dateTime < ('2026-01-01')", column: 12, message: "found '('; expected 'dateTime'"
    ),
    Case(
      expression: "percent < 5", column: 9,
      message: "found '<'; expected '(', '<=', '>' or 'between'"),
    Case(expression: "percent between 1, 5", column: 18, message: "found ','; expected 'and'"),
    Case(
      expression: "percent <= '5'", column: 12, message: "found the string '5'; expected a number"),
    // A value is invalid.
    Case(
      expression: "device.os == 'iOS'", column: 14,
      message: "found 'iOS'; expected 'ios', 'android' or 'web'"),
    Case(
      expression: "app.version.>(['1.x'])", column: 16,
      message: "found '1.x'; expected a version, such as '2.10.1'"),
    Case(
      expression: "version(app.customSignal['v']) < '1.2.3.4.5.6'", column: 34,
      message: "found '1.2.3.4.5.6'; expected a version of at most 5 numbers"),
    Case(
      expression: "percent <= -5", column: 12, message: "found -5; expected a number from 0 to 100"),
    Case(
      expression: "percent > 100.0001", column: 11,
      message: "found 100.0001; expected a number from 0 to 100"),
    Case(
      expression: "percent between 30 and 30.0", column: 24,
      message: "found 30.0; expected a number above 30"),
    Case(
      expression: "dateTime > dateTime('2026-02-29T00:00:00')", column: 21,
      message: "found '2026-02-29T00:00:00'; expected a date",
      hint: "write dates such as '2026-12-01T09:00:00'; the time zone is a separate argument"
    ),
    Case(
      expression: "dateTime > dateTime('2026-02-28T24:00:00')", column: 21,
      message: "found '2026-02-28T24:00:00'; expected a date",
      hint: "write dates such as '2026-12-01T09:00:00'; the time zone is a separate argument"
    ),
    Case(
      expression: "dateTime > dateTime('2026-02-28T10:00:00', 'Mars/Olympus')", column: 44,
      message: "time zone 'Mars/Olympus' is unknown",
      hint: "use an IANA name, such as 'Europe/Paris'"),
    Case(
      expression: "dateTime > dateTime('2026-02-28T10:00:00', '../etc/passwd')", column: 44,
      message: "time zone '../etc/passwd' is unknown",
      hint: "use an IANA name, such as 'Europe/Paris'"),
  ]

  @Test("Name the first unexpected token and what was expected", arguments: cases)
  func position(example: Case) throws {
    let text = templateText([example.expression])
    let diagnostics = try errors(in: text)
    let found: [[String?]] = diagnostics.map { [$0.rule, $0.message, $0.hint] }
    #expect(found == [["invalid-expression", example.message, example.hint]])
    let start = try JSONDocument(text).withRoot { root in
      root.member("conditions")?.elements.first { _ in true }?.member("expression")?.scalars
    }
    let offsets = try #require(start).map(\.offset)
    let offset = try #require(diagnostics.first?.range?.lowerBound)
    let column = offsets.firstIndex(of: offset) ?? offsets.count
    #expect(column + 1 == example.column)
  }

  @Test("Have their line and column in the file, taking JSON escapes into account")
  func escapes() throws {
    let text = """
      {"conditions": [
        {"name": "é", "expression": "app.id == '\\u00e9\\n\\\\'💎' \\u0026\\u0026 device.os == \\"iOS\\""},
        {"name": "b", "expression": "\\ttrue tru"}]}
      """
    let source = SourceFile(path: "t.json", text: SourceText(text))
    let shown = DiagnosticFormatter().format(try errors(in: text), in: source)
    let positions = shown.split(separator: "\n").filter { $0.hasPrefix("t.json") }.map {
      $0.prefix { $0 != " " }
    }
    #expect(positions == ["t.json:2:83:", "t.json:3:39:"])
  }

  @Test("Are all reported in one run, together with JSON errors")
  func all() throws {
    let text = """
      {"conditions": [{"name": "a", "expression": "x"}, {"name": "a", "expression": "y"}, {"name": 3}],
       "parameters": {"p": {"conditionalValues": {"b": {"value": true}}}, "p": {"valueType": "BOOL"},
         "a b": {}, "q": {"defaultValue": {"value": "maybe"}, "valueType": "BOOLEAN"}},
       "parameterGroups": {"g": {"parameters": {"q": {"defaultValue": {"useInAppDefault": false}},
         "r": {"defaultValue": {"value": "1", "useInAppDefault": true}}, "s": {"defaultValue": {}},
         "t": {"defaultValue": {"rolloutValue": "x"}}}}}}
      """
    #expect(
      try errors(in: text).map { "\($0.rule): \($0.message)" } == [
        "invalid-expression: found 'x'; expected a rule",
        "duplicate-id: condition 'a' is declared twice",
        "invalid-expression: found 'y'; expected a rule",
        "missing-key: a condition has no 'expression'",
        "wrong-type: found a number for 'name'; expected a string",
        "unknown-condition: condition 'b' is not declared",
        "wrong-type: found a boolean for 'value'; expected a string",
        "duplicate-key: key 'p' occurs twice in the same object",
        "unknown-value: unknown 'valueType' 'BOOL'",
        "invalid-id: parameter 'a b' has a name that Firebase does not accept",
        "unknown-value: found 'maybe' for a BOOLEAN parameter; expected 'true' or 'false'",
        "duplicate-id: parameter 'q' is declared twice",
        "unknown-value: 'useInAppDefault' is false; expected true",
        "unexpected-key: 'useInAppDefault' cannot be combined with 'value'",
        "missing-key: 'defaultValue' has no 'value' or 'useInAppDefault'",
        "wrong-type: found a string for 'rolloutValue'; expected an object",
      ])
  }

  @Test("Name the first declaration of a condition or parameter that is declared twice")
  func twice() throws {
    let text = """
      {"conditions": [{"name": "a", "expression": "true"}, {"name": "a", "expression": "true"}],
       "parameters": {"p": {}}, "parameterGroups": {"g": {"parameters": {"p": {}}},
         "h": {"parameters": {"p": {}}}}}
      """
    #expect(
      try errors(in: text).map { "\($0.message); \($0.hint ?? "")" } == [
        "condition 'a' is declared twice; first declared at t.json:1:26",
        "parameter 'p' is declared twice; first declared at t.json:2:17",
        "parameter 'p' is declared twice; first declared at t.json:2:17",
      ])
  }

  @Test("Name the condition whose value is empty")
  func emptyValue() throws {
    let text = templateText(["true"], parameters: #"{"p": {"conditionalValues": {"c1": {}}}}"#)
    #expect(
      try errors(in: text).map(\.message) == [
        "the value for condition 'c1' has no 'value' or 'useInAppDefault'"
      ])
  }

  @Test("A server template is a single error")
  func server() throws {
    let text = #"""
      {"conditions": [{"name": "a", "condition": {"percent": {"percentOperator": "BETWEEN"}}}],
       "parameters": {"p": {"conditionalValues": {"a": {"value": "true"}}}}}
      """#
    #expect(
      try errors(in: text).map(\.message) == ["Remote Config server templates are not supported"])
  }

  @Test("Report that the machine has no time zones, except for UTC")
  func noZones() throws {
    let dates = { (zone: String) in
      templateText(["dateTime > dateTime('2026-01-01T00:00', '\(zone)')"])
    }
    _ = try template(dates("UTC"), zones: NoZones())
    let problem = #expect(throws: InvalidInput.self) {
      try template(dates("Europe/Paris"), zones: NoZones())
    }
    #expect(
      problem?.diagnostics.map(\.message) == [
        "time zone 'Europe/Paris' cannot be resolved: this machine has no time zone data"
      ])
  }

  /// Returns the errors of a template, which must have at least one.
  private func errors(in text: String) throws -> [Diagnostic] {
    try #require(throws: InvalidInput.self) { try template(text) }.diagnostics
  }
}
