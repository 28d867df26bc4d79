import FlintManifest
import FlintProject
import FlintText

/// Parses property lists. The result must be an error or keys whose locations are correct.
enum PropertyListFuzz: FuzzTarget {
  static func run(_ input: [UInt8]) {
    let list: PropertyList
    do {
      list = try PropertyList(source(input))
    } catch {
      return check(error)
    }
    let size = list.source.text.bytes.count
    for entry in list.entries {
      guard let range = entry.range else { continue }
      hold(
        range.lowerBound >= 0 && range.upperBound <= size, "the range of a key is inside the text")
    }
  }
}
