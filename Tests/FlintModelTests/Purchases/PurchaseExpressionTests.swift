import FlintModel
import Testing

@Suite("Purchase expressions")
struct PurchaseExpressionTests {
  /// Returns the text of an expression about products with the given ids.
  private func text(_ expression: PurchaseExpression, of ids: [String]) -> String {
    expression.text(
      products: ids.map { ProductDeclaration(id: $0, type: .nonConsumable) }, groups: [])
  }

  @Test("Operands are joined in declared order, with nested groups in parentheses")
  func groups() {
    let cases: [(expression: PurchaseExpression, expected: String)] = [
      (.product(0), "A"), (.credits(0, quantity: 5), "5xA"),
      (.anyOf([.product(1), .product(0)]), "B or A"),
      (.anyOf([.product(0), .allOf([.product(1), .product(2)])]), "A or (B and C)"),
    ]
    for (expression, expected) in cases {
      #expect(text(expression, of: ["A", "B", "C"]) == expected)
    }
  }

  @Test("A group of one is written as its operand, at any depth")
  func groupsOfOne() {
    let either = PurchaseExpression.anyOf([.product(0), .product(1)])
    let cases: [(expression: PurchaseExpression, expected: String)] = [
      (.allOf([.anyOf([.product(0)])]), "A"),
      (.anyOf([.allOf([either]), .product(0)]), "(A or B) or A"),
      (.allOf([either]), "A or B"),
    ]
    for (expression, expected) in cases { #expect(text(expression, of: ["A", "B"]) == expected) }
  }

  @Test(
    "An ambiguous id is quoted like a JSON string",
    arguments: [
      ("com.example.app_pro-1", "com.example.app_pro-1"), ("and", #""and""#), ("or", #""or""#),
      ("And", "And"), ("5xA", #""5xA""#), ("5x", #""5x""#), ("x5", "x5"), ("55", "55"),
      ("💎 pro", #""💎 pro""#), (#"a"b\c"#, #""a\"b\\c""#), ("k=v", #""k=v""#),
      ("a\n\u{1}\u{7f}", "\"a\\n\\u0001\u{7f}\""),
    ])
  func quoting(id: String, operand: String) {
    #expect(text(.product(0), of: [id]) == operand)
  }
}
