import FlintCore
import FlintText

/// The values that an attribute is tried with, in one manifest or in two that may declare it differently.
struct AttributeValues {
  /// Without "not given" and "not known"; texts as such, whatever choice they are of which manifest.
  private var values: [AttributeValue] = []

  /// Whether finding out which texts there are takes too much work; then nothing can be said of the attribute.
  private(set) var hasTooManyTexts = false

  /// For each side how it declares the attribute, if it does.
  private let declared: [AttributeDomain?]

  /// The moments of a date attribute, and the value of the first.
  private(set) var moments = Intervals.dates([])
  private(set) var firstMoment: Int?

  init(_ declared: [AttributeDomain?], _ cuts: AttributeCuts) {
    self.declared = declared
    for domain in declared.compactMap(\.self) where !hasValues(of: domain) { add(domain, cuts) }
    guard declared.contains(.text) else { return }
    // Behind the choices of another manifest, which are told apart too.
    let named = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    guard let others = TextClasses.texts(besides: named, patterns: cuts.patterns) else {
      hasTooManyTexts = true
      return
    }
    add(others.matching + [others.none])
  }

  /// How many a variable has: "not given" and "not known" are two more.
  var count: Int { values.count + 2 }

  private func hasValues(of domain: AttributeDomain) -> Bool {
    switch domain {
    // Each adds the texts that only it knows.
    case .choice, .text: false
    case .boolean, .integer, .version, .date:
      declared.first { $0 == domain }.map { _ in
        values.contains { $0.isOf(domain) }
      } ?? false
    }
  }

  private mutating func add(_ domain: AttributeDomain, _ cuts: AttributeCuts) {
    switch domain {
    case .boolean: values += [.boolean(true), .boolean(false)]
    case .choice(let texts): add(texts.map { ExactText($0) })
    case .text: add(cuts.texts)
    case .integer:
      values += Intervals.integers(cuts.integers).examples(step: 1, usual: 0).map {
        .integer($0)
      }
    case .version:
      let scale = VersionScale(cuts.versions)
      values += (0..<scale.count).map { .version(scale.example($0)) }
    case .date:
      moments = .dates(cuts.dates)
      firstMoment = values.count + 2
      values += moments.dateExamples.map { .date($0) }
    }
  }

  private mutating func add(_ texts: [ExactText]) {
    var known = DistinctList<AttributeValue>()
    for value in values { known.append(value) }
    for text in texts where known.append(.text(text)) { values.append(.text(text)) }
  }

  /// Not given, not known, and then each of the values.
  var domain: FactDomain {
    let views = declared.map { view($0) }
    return FactDomain(
      views.count == 1 ? views[0] : [.notGiven] + given, bySide: views.count == 1 ? [] : views)
  }

  private var given: [FactValue] { ([.unknown] + values).map { .attribute($0) } }

  /// The values as a side sees them: one of another type is not given there, and a text that is none of its choices is one
  /// that will not do.
  private func view(_ domain: AttributeDomain?) -> [FactValue] {
    guard let domain else { return [.notGiven] + given }
    var choices = NameIndex()
    if case .choice(let texts) = domain { choices = NameIndex(texts) }
    return [.notGiven, .attribute(.unknown)]
      + values.map { value in
        switch (domain, value) {
        case (.choice, .text(let text)): .attribute(.choice(choices.index(of: text.text) ?? .max))
        default: value.isOf(domain) ? .attribute(value) : .notGiven
        }
      }
  }
}

extension AttributeValue {
  /// Whether an attribute declared so can have the value; unknown is every attribute's.
  fileprivate func isOf(_ domain: AttributeDomain) -> Bool {
    switch (self, domain) {
    case (.unknown, _), (.boolean, .boolean), (.choice, .choice), (.text, .text),
      (.integer, .integer), (.version, .version), (.date, .date):
      true
    case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): false
    }
  }
}
