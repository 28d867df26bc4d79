import FlintModel
import FlintLogic
import FlintText

/// Examples of a typed fact's values. Suffice for two manifests with different types.
struct TypedValues {
  /// Without “not given” and “unknown”. Choices are texts, because indices can differ between
  /// manifests.
  private var values: [AttributeValue] = []

  private(set) var hasTooManyTexts = false

  private let declared: [AttributeDomain?]

  /// The first values in ``domain``: “not given” and, for an attribute, “unknown”. For one that is always known, only a
  /// value that represents “not given”.
  private var first: [FactValue]

  /// The manifests in which the attribute is always known, by their indices.
  private var isAlwaysKnown: [Bool] = []

  /// Whether a state must give the attribute, because two manifests in which it is always known differ in the default.
  private var mustBeGiven = false

  private(set) var moments = Intervals.dates([])

  private(set) var firstMoment: Int?

  /// - Parameter declared: The attribute's declaration in each manifest; nil where a manifest does not declare it.
  init(of declared: [AttributeDeclaration?], _ cuts: AttributeBreakpoints) {
    self.init(declared.map(\.?.domain), cuts, first: [.notGiven, .typed(.unknown)])
    isAlwaysKnown = declared.map { $0?.isAlwaysKnown == true }
    let declared = declared.compactMap(\.self)
    guard declared.allSatisfy(\.isAlwaysKnown), let usual = declared.first?.sharedDefault else {
      return
    }
    firstMoment = firstMoment.map { $0 - 1 }
    mustBeGiven = declared.contains { $0.sharedDefault != usual }
    first = [.typed(mustBeGiven ? values[0] : usual)]
  }

  init(_ declared: [AttributeDomain?], _ cuts: AttributeBreakpoints, first: [FactValue]) {
    self.declared = declared
    self.first = first
    for domain in declared.compactMap(\.self) where !hasValues(of: domain) { add(domain, cuts) }
    guard declared.contains(.text) else { return }
    // If the other manifest declares the attribute as a choice, its texts are already in `values`. They are treated
    // like texts that constraints name.
    let named = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    guard let others = TextClasses.texts(besides: named, patterns: cuts.patterns) else {
      hasTooManyTexts = true
      return
    }
    add(others.matching + [others.none])
  }

  var count: Int { first.count + values.count }

  private func hasValues(of domain: AttributeDomain) -> Bool {
    // Two declarations of a choice or a text attribute can contribute different texts, so both are needed.
    !domain.type.isTextual && values.contains { $0.type == domain.type }
  }

  private mutating func add(_ domain: AttributeDomain, _ cuts: AttributeBreakpoints) {
    switch domain {
    case .boolean: values += domain.listedValues(onFirst: true)
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
      firstMoment = count
      values += moments.dateExamples.map { .date($0) }
    }
  }

  private mutating func add(_ texts: [ExactText]) {
    var known = DistinctList<AttributeValue>()
    for value in values { known.append(value) }
    for text in texts where known.append(.text(text)) { values.append(.text(text)) }
  }

  /// "Not given", then "unknown" for an attribute, then the examples.
  var domain: VariableDomain {
    let views = declared.indices.map { view($0) }
    let given = StateSpace.Distance(fields: 1)
    return VariableDomain(
      views.count == 1 ? views[0] : view(nil), bySide: views.count == 1 ? [] : views,
      distances: mustBeGiven
        // The first value equals the second, which is nearer, so that a state always gives it.
        ? [given + given, given]
        // A known value is preferred to an unknown one.
        : first.count == 1
          ? VariableDomain.usualDistances
          : [.zero, StateSpace.Distance(fields: 1, preference: 1), given])
  }

  /// Returns the values in ``domain`` as one manifest sees them, in the same order. If two manifests are compared, they
  /// can declare the attribute with different types or choices (accepted texts). A value of another type than the one
  /// that this manifest declares counts as not given. If the type is choice, a text is stored as its index in this
  /// manifest's list of choices, or as `Int.max` if the list does not contain it.
  private func view(_ side: Int?) -> [FactValue] {
    let all = first + values.map { .typed($0) }
    guard let side, let domain = declared[side] else { return all }
    let choices = NameIndex(domain.choices)
    return all.map { value in
      switch (domain, value) {
      case (.choice, .typed(.text(let text))):
        .typed(.choice(choices.index(of: text.text) ?? .max))
      case (_, .typed(.unknown)): isAlwaysKnown.isEmpty || !isAlwaysKnown[side] ? value : .notGiven
      case (_, .typed(let typed)): typed.type == domain.type ? value : .notGiven
      default: value
      }
    }
  }
}

extension AttributeDeclaration {
  /// The default, in a form in which two manifests can be compared: a choice is its text.
  fileprivate var sharedDefault: AttributeValue? {
    if case .choice(let index) = defaultValue {
      .text(ExactText(domain.choices[index]))
    } else {
      defaultValue
    }
  }
}
