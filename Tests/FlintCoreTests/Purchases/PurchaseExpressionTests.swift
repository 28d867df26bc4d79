import FlintCore
import Testing

@Suite("Purchase expressions")
struct PurchaseExpressionTests {
  private func text(_ expression: PurchaseExpression, _ ids: String...) -> String {
    var text = ""
    expression.write(
      to: &text, products: ids.map { ProductDeclaration(id: $0, type: .nonConsumable) }, groups: [])
    return text
  }

  @Test("Operands are joined in declared order, with nested groups in parentheses")
  func groups() {
    #expect(text(.product(0), "A") == "A")
    #expect(text(.credits(0, quantity: 5), "ZBUCK") == "5xZBUCK")
    #expect(text(.anyOf([.product(1), .product(0)]), "A", "B") == "B or A")
    #expect(
      text(.anyOf([.product(0), .allOf([.product(1), .product(2)])]), "A", "B", "C")
        == "A or (B and C)")
  }

  @Test("A group of one is written as its operand, at any depth")
  func groupsOfOne() {
    #expect(text(.allOf([.anyOf([.product(0)])]), "A") == "A")
    #expect(
      text(.anyOf([.allOf([.anyOf([.product(0), .product(1)])]), .product(0)]), "A", "B")
        == "(A or B) or A")
    #expect(text(.allOf([.anyOf([.product(0), .product(1)])]), "A", "B") == "A or B")
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
    #expect(text(.product(0), id) == operand)
  }
}
