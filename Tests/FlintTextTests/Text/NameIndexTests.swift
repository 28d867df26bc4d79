import Testing

@testable import FlintText

@Suite struct NameIndexTests {
  @Test("Names are numbered in the order of insertion, and are found by their bytes")
  func numbers() {
    let wanted = (0..<1000).map { "name \($0)" + String(repeating: "é", count: $0 % 20) } + [""]
    var index = NameIndex()
    for (number, name) in wanted.enumerated() {
      let inserted = index.insert(name)
      #expect(inserted.index == number && inserted.isNew)
    }
    let again = index.insert("name 7éééééééx")
    #expect(again.index == 1001 && again.isNew)
    #expect(index.insert(wanted[7]) == (7, false))
    #expect(wanted.map { index.index(of: $0) } == Array(wanted.indices))
    #expect(index.index(of: "name 1000") == nil)
  }

  @Test("Names that are equal only after normalization are distinct")
  func normalisation() {
    let index = NameIndex(["\u{E9}", "e\u{301}"])
    #expect(index.names.count == 2)
    #expect(index.index(of: "e\u{301}") == 1)
  }
}
