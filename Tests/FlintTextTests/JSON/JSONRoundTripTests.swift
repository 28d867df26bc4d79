import TestSupport
import Testing

@testable import FlintText

@Suite struct JSONRoundTripTests {
  @Test(
    "A written value is read as the same value", arguments: TestDepth.seeds(120, thorough: 2000))
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let tree = randomTree(depth: 5, &generator)
    for layout in [JSONWriter.Layout.compact, .pretty] {
      var writer = JSONWriter(layout)
      write(tree, &writer)
      let document = try JSONDocument(writer.text)
      #expect(document.withRoot(read) == tree, "seed \(seed)")
      #expect(document.duplicateKeys.isEmpty, "seed \(seed)")
    }
  }

  private func randomTree(depth: Int, _ generator: inout SeededGenerator) -> JSONTree {
    switch Int.random(in: depth > 0 ? 0...7 : 2...7, using: &generator) {
    case 0:
      var members: [String: JSONTree] = [:]
      for number in 0..<Int.random(in: 0...12, using: &generator) {
        let key = "\(number)" + String(decoding: randomText(&generator), as: UTF8.self)
        members[key] = randomTree(depth: depth - 1, &generator)
      }
      return .object(members)
    case 1:
      let count = Int.random(in: 0...6, using: &generator)
      return .array((0..<count).map { _ in randomTree(depth: depth - 1, &generator) })
    case 2: return .int(Int64.random(in: .min ... .max, using: &generator))
    case 3: return .int(Int64.random(in: -10...10, using: &generator))
    case 4: return .bool(.random(using: &generator))
    case 5: return .null
    default: return .string(randomText(&generator))
    }
  }

  private func randomText(_ generator: inout SeededGenerator) -> [UInt8] {
    let count = Int.random(in: 0...20, using: &generator)
    return (0..<count).flatMap { _ -> [UInt8] in
      let limits: [UInt32] = [0x80, 0x80, 0x80, 0x100, 0x3000, 0x10FFFF]
      let limit = limits.randomElement(using: &generator) ?? 0x80
      let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &generator)) ?? "?"
      return Array(String(scalar).utf8)
    }
  }

  private func write(_ tree: JSONTree, _ writer: inout JSONWriter) {
    switch tree {
    case .object(let members):
      writer.object { writer in
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
          writer.key(named: key)
          write(value, &writer)
        }
      }
    case .array(let elements):
      writer.array { writer in for element in elements { write(element, &writer) } }
    case .string(let text): writer.string(String(decoding: text, as: UTF8.self))
    case .int(let number): writer.int(number)
    case .bool(let value): writer.bool(value)
    case .null: writer.null()
    }
  }

  private func read(_ value: JSONValue) -> JSONTree {
    switch value.kind {
    case .object:
      .object(
        Dictionary(
          uniqueKeysWithValues: value.members.map { ($0.key.string ?? "", read($0.value)) }))
    case .array: .array(value.elements.map(read))
    case .string: .string(value.withUTF8 { Array($0) })
    case .number:
      if case .value(let number) = value.integer { .int(number) } else { .null }
    case .bool: .bool(value.bool == true)
    case .null: .null
    }
  }
}
