import FlintCore
import FlintText

/// The values that an attribute can be given, in one manifest or in two.
struct AttributeValues {
  /// Whether it can be a Boolean: values 2 and 3 are true and false then.
  private var hasBooleans = false

  /// Every text that one of the manifests lists.
  private(set) var texts: [String] = []

  /// For each choice of the second manifest its position in `texts`; nil where they are the first one's.
  private var secondTexts: [Int]?

  /// For each side whether the attribute is a Boolean there.
  private var isBoolean: [Bool]

  init(_ domains: [AttributeDomain?]) {
    isBoolean = domains.map { $0 == .boolean }
    for (side, domain) in domains.enumerated() {
      switch domain {
      case nil: continue
      case .boolean?: hasBooleans = true
      case .choice(let values)?:
        if texts.isEmpty {
          texts = values
          continue
        }
        if values.elementsEqual(texts, by: { $0.isSame(as: $1) }) { continue }
        var names = NameIndex(texts)
        let positions = values.map { names.insert($0).index }
        texts = names.names
        if side == 1 { secondTexts = positions }
      }
    }
  }

  /// Not given, not known, true and false, the texts.
  var domain: FactDomain {
    FactDomain(
      values(booleans: [true, false].map { .attribute(.boolean($0)) }, texts: texts(nil)),
      bySide: isBoolean.count == 1
        ? []
        : isBoolean.indices.map { side in
          values(
            booleans: isBoolean[side]
              ? [true, false].map { .attribute(.boolean($0)) } : [.notGiven, .notGiven],
            texts: texts(side))
        })
  }

  private func values(booleans: [FactValue], texts: [FactValue]) -> [FactValue] {
    [.notGiven, .attribute(.unknown)] + (hasBooleans ? booleans : []) + texts
  }

  /// The texts as a side sees them: values of another type are not given there, and a text that only the other side
  /// lists is one that will not do.
  private func texts(_ side: Int?) -> [FactValue] {
    if let side, isBoolean[side] { return texts.map { _ in .notGiven } }
    var choices = texts.indices.map { AttributeValue.choice($0) }
    if side == 1, let secondTexts {
      choices = texts.map { _ in .choice(.max) }
      for (choice, position) in secondTexts.enumerated() { choices[position] = .choice(choice) }
    }
    return choices.map { .attribute($0) }
  }
}
