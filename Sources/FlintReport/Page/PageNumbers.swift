internal import FlintText

/// A list of integers in a compact text encoding: Base64 VLQ, as in source maps. Each digit contains five bits, the
/// least significant first, and every digit except the last has 32 added. The lowest bit of a number is its sign.
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
