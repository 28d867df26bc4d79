import FlintCore
import FlintText

/// The corrections that the hints suggest, as JSON text that an editor can insert.
extension InputProblem {
  var replacements: [Diagnostic.Replacement] {
    switch fact {
    case .unknownKey(_, _, let nearest?), .unknownPlatform(_, let nearest?),
      .unknownPermission(_, let nearest?), .undeclared(_, _, let nearest?),
      .unknownValue(_, _, _, let nearest?):
      [named(nearest)]
    case .unknownValue(_, _, let allowed, nil), .impossibleStatus(_, _, let allowed):
      allowed.count <= 8 ? allowed.map { named($0) } : []
    case .statusExpected: PurchaseStatus.defaults.map { named($0.name) }
    case .notARange(.integer, let written):
      [.init("{ \"atLeast\": \(written) }"), .init("[\(written)]")]
    case .notARange(_, let written): [.init("{ \"atLeast\": \(written) }")]
    case .notAnObject(_, _, let written): [.init(written)]
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
