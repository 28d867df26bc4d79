import Foundation

/// A JSON value as Foundation reads it: a judge that shares no code with the program.
struct JSON {
  private let value: Any

  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private init(value: Any) { self.value = value }

  subscript(key: String) -> JSON? {
    (value as? [String: Any])?[key].map { JSON(value: $0) }
  }

  /// The value of the key that has these bytes. Of keys that Swift takes for one, Foundation keeps one.
  func exactly(_ key: String) -> JSON? {
    (value as? [String: Any])?.first { $0.key.utf8.elementsEqual(key.utf8) }.map {
      JSON(value: $0.value)
    }
  }

  var items: [JSON] { (value as? [Any] ?? []).map { JSON(value: $0) } }
  var count: Int { items.count }
  var text: String? { value as? String }
  var number: Int? { value as? Int }
  var bool: Bool? { value as? Bool }
}
