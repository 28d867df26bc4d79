import FlintCore
import FlintText

/// The representative values of an attribute, in one manifest or in two that may declare it differently.
struct AttributeValues {
  /// The values without "not given" and "unknown". A choice is stored as its text, because its index may differ between
  /// manifests.
  private var values: [AttributeValue] = []

  /// Whether the search for representative texts exceeds its budget; the attribute cannot be analyzed then.
  private(set) var hasTooManyTexts = false

  /// The attribute's declaration on each side; nil if a side does not declare it.
  private let declared: [AttributeDomain?]

  /// The intervals of a date attribute, and the variable's value for the first interval.
  private(set) var moments = Intervals.dates([])
  private(set) var firstMoment: Int?

  init(_ declared: [AttributeDomain?], _ cuts: AttributeCuts) {
    self.declared = declared
    for domain in declared.compactMap(\.self) where !hasValues(of: domain) { add(domain, cuts) }
    guard declared.contains(.text) else { return }
    // The attribute may be a choice in the other manifest. Its choices are in `values` already and count as named
    // texts.
    let named = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    guard let others = TextClasses.texts(besides: named, patterns: cuts.patterns) else {
      hasTooManyTexts = true
      return
    }
    add(others.matching + [others.none])
  }

  /// The number of a variable's values, including "not given" and "unknown".
  var count: Int { values.count + 2 }

  private func hasValues(of domain: AttributeDomain) -> Bool {
    switch domain {
    // Each declaration may add texts that the other one does not have.
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

  /// The attribute's domain: "not given", "unknown", then each of the values.
  var domain: FactDomain {
    let views = declared.map { view($0) }
    return FactDomain(
      views.count == 1 ? views[0] : [.notGiven] + given, bySide: views.count == 1 ? [] : views)
  }

  private var given: [FactValue] { ([.unknown] + values).map { .attribute($0) } }

  /// The values as one side sees them. A value of another type counts as not given, and a text that is not one of the
  /// side's choices becomes an index that matches no choice.
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
  /// Whether an attribute with this domain can have the value; every domain includes "unknown".
  fileprivate func isOf(_ domain: AttributeDomain) -> Bool {
    switch (self, domain) {
    case (.unknown, _), (.boolean, .boolean), (.choice, .choice), (.text, .text),
      (.integer, .integer), (.version, .version), (.date, .date):
      true
    case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): false
    }
  }
}
