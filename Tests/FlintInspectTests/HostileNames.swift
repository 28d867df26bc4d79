import FlintModel

@testable import FlintInspect

/// Names that attempt to break out of every format.
enum Hostile {
  static let names = [
    #"a < b & "c" ]]> ::error::"#, "</script><b onclick=\"x\">'", "\u{1B}[31mred\u{1B}[0m\u{7}",
    "\u{202E}gnp.exe\u{2066}\u{2069}", "two\nlines\r\n::warning::x",
    "| pipe `code` \\| <br> [l](u)",
    "\0\u{8}\u{C}\t\u{7F}\u{9B}\u{85}", "\u{2028}\u{2029}\u{FEFF}\u{FFFF}\u{FFFE}", "%0A%25::",
    "家族👨‍👩‍👧",
    "", " ", "--", "# *_~$ &amp; &#60;",
  ]

  /// A manifest with a feature, a product and an attribute for each name, and a state in which no feature is available.
  static let manifest = Manifest(
    app: .init(name: names[0]),
    products: names.map { ProductDeclaration(id: $0 + "p", name: $0, type: .nonConsumable) },
    attributes: names.enumerated().map { index, name in
      AttributeDeclaration(id: "a\(index)", name: name, domain: .choice([name, name + "!"]))
    },
    features: names.indices.map { index in
      FeatureDeclaration(
        id: "f\(index)", name: names[index], description: names[index],
        parent: index == 0 ? nil : index - 1,
        constraints: [
          .purchase(.anyOf([.product(index), .product((index + 1) % names.count)])),
          .attribute(.init(attribute: index, accepted: .choices([0]))),
        ])
    })

  static let head = head(path: "odd, name:\n%0A::.json")

  static func head(path: String) -> ReportContext {
    let attributes = Dictionary(
      uniqueKeysWithValues: manifest.attributes.indices.map { ($0, AttributeValue.choice(1)) })
    let evaluator = Evaluator(manifest, in: DeviceState(attributes: attributes))
    return ReportContext(
      manifestPath: path, sentences: Sentences(evaluator),
      counts: StatusCounts(evaluator.statuses()),
      required: Set(manifest.features.indices.filter { $0 % 2 == 0 }), origin: .file(path),
      flags: ["--purchase " + names[2]])
  }
}

extension String {
  /// The scalars that a terminal could interpret, except line ends.
  var treacherous: [Unicode.Scalar] {
    unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }
}
