import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintAnalysis

@Suite("Findings after an edit")
struct FindingSearchTests {
  @Test(
    "The findings equal those of a complete search, whatever was proven before the edit"
  )
  func agreesWithWholeSearch() {
    var (taken, judged) = (0, 0)
    for seed in TestDepth.seeds(2, thorough: 60) {
      var random = SeededGenerator(seed: seed)
      var manifest = random.manifest()
      var proven: ProvenFeatures?
      for edit in 0..<12 {
        if edit > 0 { manifest = random.smallEdit(of: manifest) }
        var search = FindingSearch(in: manifest, after: proven)
        var steps = 0
        while search.proceed() { steps += 1 }
        #expect(
          search.findings == ProvenFindings.find(in: manifest), "seed \(seed), edit \(edit)")
        if edit > 0 { (taken, judged) = (taken + manifest.features.count - steps, judged + steps) }
        proven = search.proven
      }
    }
    #expect(taken > judged / 2, "of small manifests, too, much is left by an edit")
  }

  @Test(
    "A feature is analyzed again if only its name has changed, because a rule may check the name")
  func editedName() {
    func search(_ name: String, after proven: ProvenFeatures?) -> (steps: Int, ProvenFeatures?) {
      let features = [
        FeatureDeclaration(id: "a", name: "A"), FeatureDeclaration(id: "b", name: name),
      ]
      var search = FindingSearch(in: Manifest(features: features), after: proven)
      var steps = 0
      while search.proceed() { steps += 1 }
      return (steps, search.proven)
    }
    let (_, proven) = search("B", after: nil)
    #expect(search("B", after: proven).steps == 0)
    #expect(search("Other", after: proven).steps == 1)
  }

  @Test(
    "The findings equal those of a complete search if one feature is too complex to analyze",
    .enabled(if: TestDepth.current == .thorough, "it reaches the real limit, 5 s in a debug build"))
  func tooLarge() {
    let products = (0..<90).map { ProductDeclaration(id: "P\($0)", type: .nonConsumable) }
    var random = SeededGenerator(seed: 3)
    let clauses = (0..<90).map { _ in
      Constraint.purchase(
        .anyOf((0..<90).shuffled(using: &random).prefix(3).map { .product($0) }))
    }
    func manifest(_ clauses: some Sequence<Constraint>) -> Manifest {
      Manifest(
        products: products,
        features: [
          FeatureDeclaration(id: "a", constraints: [.purchase(.product(0))]),
          FeatureDeclaration(id: "b", constraints: Array(clauses)),
        ])
    }
    let (easy, hard) = (manifest(clauses.prefix(2)), manifest(clauses))
    var before = FindingSearch(in: easy)
    while before.proceed() {}
    #expect(before.proven != nil)
    var after = FindingSearch(in: hard, after: before.proven)
    while after.proceed() {}
    #expect(after.findings == ProvenFindings.find(in: hard))
    #expect(after.findings.contains { $0.rule == .tooLargeToProve })
  }
}

extension SeededGenerator {
  /// Returns the manifest after a small random edit.
  fileprivate mutating func smallEdit(of manifest: Manifest) -> Manifest {
    var (app, products, features) = (manifest.app, manifest.products, manifest.features)
    var assumptions = manifest.assumptions
    let index = pick(features.indices)
    var renumbered = Renumbering()
    switch int(0...10) {
    case 0: features[index].constraints.removeAll { _ in oneIn(3) }
    case 1, 2:
      let lent = pick(features).constraints.filter { $0.target == nil && $0.operands.isEmpty }
      for constraint in few(2, of: lent) where !features[index].constraints.contains(constraint) {
        features[index].constraints.append(constraint)
      }
    case 3: features[index].conditional = []
    case 4: features[index].isEnabled = pick([nil, .yes, .no, .unknown])
    case 5:
      let permission = PermissionRequirement(
        pick([.photos, .contacts, .locationAlways]), in: [pick([.limited, .authorized])])
      features[index].constraints.append(.permission(permission))
    case 6:
      let old = features[index]
      features[index] = FeatureDeclaration(
        id: old.id + "x", parent: old.parent, constraints: old.constraints,
        conditional: old.conditional)
    case 7:
      renumbered = Renumbering(features: { $0 + 1 })
    case 8:
      if !assumptions.isEmpty { assumptions.remove(at: int(0...assumptions.count - 1)) }
    case 9:
      if oneIn(2) {
        app = Manifest.App(version: app.version, platforms: oneIn(2) ? nil : [.init(.iOS)])
      }
    default:
      if !products.isEmpty, oneIn(2) {
        products[0] = ProductDeclaration(id: "other", type: products[0].type)
      }
    }
    var all = features.map { renumbered($0) }
    if renumbered.features(0) > 0 {
      all.insert(FeatureDeclaration(id: "new\(features.count)"), at: 0)
    }
    return Manifest(
      app: app, groups: manifest.groups, products: products, attributes: manifest.attributes,
      conditions: manifest.conditions.map { renumbered($0) },
      assumptions: assumptions.map { renumbered($0) }, buckets: manifest.buckets,
      features: all
    ).withBucketsInOrderOfUse
  }
}
