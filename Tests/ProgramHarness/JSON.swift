import Foundation

/// A JSON value parsed by Foundation, which shares no code with the program.
package struct JSON {
  private let value: Any

  package init(_ text: String) throws {
    value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private init(value: Any) { self.value = value }

  package subscript(key: String) -> JSON? {
    (value as? [String: Any])?[key].map { JSON(value: $0) }
  }

  /// Returns the value of the key with exactly these bytes. Foundation keeps only one of several keys that are equal as
  /// Swift strings.
  package func exactly(_ key: String) -> JSON? {
    (value as? [String: Any])?.first { $0.key.utf8.elementsEqual(key.utf8) }.map {
      JSON(value: $0.value)
    }
  }

  package var items: [JSON] { (value as? [Any] ?? []).map { JSON(value: $0) } }
  package var count: Int { items.count }
  package var text: String? { value as? String }
  package var number: Int? { value as? Int }
  package var bool: Bool? { value as? Bool }
}
