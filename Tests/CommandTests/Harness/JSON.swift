import Foundation

/// A JSON value parsed by Foundation, which shares no code with the program.
struct JSON {
  private let value: Any

  init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private init(value: Any) { self.value = value }

  subscript(key: String) -> JSON? {
    (value as? [String: Any])?[key].map { JSON(value: $0) }
  }

  /// Returns the value of the key with exactly these bytes. Foundation keeps only one of several keys that are equal as
  /// Swift strings.
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
