import FlintManifest
import FlintText

/// Parses JSON. A valid text that is written in either layout must be read as the same value.
enum JSONFuzz: FuzzTarget {
  static func run(_ input: [UInt8]) {
    let document: JSONDocument
    do {
      document = try source(input).document()
    } catch {
      return check(error)
    }
    let facts = document.withRoot { Self.facts(of: $0) }
    for layout in [JSONWriter.Layout.compact, .pretty] {
      var writer = JSONWriter(layout)
      document.withRoot { copy($0, &writer) }
      let text = writer.text
      guard let again = try? JSONDocument(text) else {
        fatalError("cannot read the written JSON: \(text)")
      }
      hold(
        again.withRoot { Self.facts(of: $0) }, equals: facts,
        "reading the written JSON gives the same values")
      hold(
        again.duplicateKeys, equals: document.duplicateKeys,
        "reading the written JSON gives the same duplicate keys")
    }
  }

  /// Returns kinds, texts and counts in the order of the text, without recursion, so that deep input does not overflow
  /// the stack.
  private static func facts(of root: JSONValue) -> [String] {
    var facts: [String] = []
    var open = [root]
    while let value = open.popLast() {
      switch value.kind {
      case .object:
        facts.append("{\(value.count)")
        for (key, member) in value.members { open += [member, key] }
      case .array:
        facts.append("[\(value.count)")
        open += value.elements
      case .string: facts.append("\"" + (value.string ?? ""))
      default: facts.append(value.source + " \(value.integer)")
      }
    }
    return facts
  }

  private static func copy(_ value: JSONValue, _ writer: inout JSONWriter) {
    switch value.kind {
    case .object:
      writer.object { writer in
        for (key, member) in value.members {
          writer.key(named: key.string ?? "")
          copy(member, &writer)
        }
      }
    case .array: writer.array { writer in for element in value.elements { copy(element, &writer) } }
    case .string: writer.string(value.string ?? "")
    case .number: writer.raw(value.source)
    case .bool: writer.bool(value.bool == true)
    case .null: writer.null()
    }
  }
}
