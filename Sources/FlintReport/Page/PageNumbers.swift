internal import FlintText

/// Integers as text that takes little room, as source maps have them: digits of five bits in the alphabet of base64, the
/// lowest first, each but the last with 32 added; the lowest bit of a number is its sign.
struct PageNumbers {
  private var bytes: [UInt8] = []

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  mutating func append(_ number: Int) {
    var rest = number < 0 ? 2 * -number + 1 : 2 * number
    repeat {
      let digit = rest & 31
      rest >>= 5
      bytes.append(Self.digits[rest > 0 ? digit + 32 : digit])
    } while rest > 0
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(to json: inout JSONWriter) { json.string(text) }
}
