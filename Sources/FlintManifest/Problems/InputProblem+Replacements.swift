import FlintModel
import FlintText

/// Corrections as JSON, which an editor can apply.
extension InputProblem {
  var replacements: [Diagnostic.Replacement] {
    switch fact {
    // An edit must not change the meaning: `below` excludes a value that `to` includes.
    case .unknownKey(let key, _, let nearest?):
      Synonyms.difference(of: key, from: nearest) == nil ? [named(nearest)] : []
    case .undeclared(_, _, .similar(let ids)): ids.map { named($0) }
    case .unknownPlatform(_, let nearest?), .unknownPermission(_, let nearest?),
      .undeclared(_, _, .nearest(let nearest)), .unknownValue(_, _, _, let nearest?):
      [named(nearest)]
    case .unknownValue(_, _, let allowed, nil), .impossibleStatus(_, _, let allowed):
      allowed.count <= 8 ? allowed.map { named($0) } : []
    case .statusExpected: PurchaseStatus.defaults.map { named($0.name) }
    case .notARange(.integer, let written):
      [.init("{ \"atLeast\": \(written) }"), .init("[\(written)]")]
    case .notARange(_, let written): [.init("{ \"atLeast\": \(written) }")]
    case .wrongNotation(_, _, _, let written): written.has("…") ? [] : [.init(written)]
    case .invalidVersion(_, .number(let text?)): [named(text)]
    case .invalidDate(let text):
      text.utf8.count > 10 && DateTime(text + "Z") != nil ? [named(text + "Z")] : []
    case .missingQuantity(let product):
      [.init("{ \"product\": \(JSONText.quoted(product)), \"quantity\": 1 }")]
    case .onlyInCondition(let only): [named(String(only.dropLast(4)))]
    default: []
    }
  }

  private func named(_ name: String) -> Diagnostic.Replacement { .init(JSONText.quoted(name)) }
}
