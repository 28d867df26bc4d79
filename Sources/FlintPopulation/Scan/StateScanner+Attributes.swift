internal import FlintCore

/// The attributes of a line. Each reading is false where something is unusual.
extension StateScanner {
  mutating func attributes(_ cursor: inout ByteCursor, _ lane: LaneFacts) -> Bool {
    guard cursor.take(UInt8(ascii: "{")) else { return false }
    cursor.skipSpace()
    if cursor.take(UInt8(ascii: "}")) { return true }
    while true {
      guard let key = cursor.key() else { return false }
      let attribute = vocabulary.attributes.number(of: key)
      if attribute >= 0 {
        guard isNew(attribute, seenAttributes) else { return false }
        guard value(of: attribute, &cursor, lane) else { return false }
      } else {
        guard isIgnorable(key, .attributes) else { return false }
        guard undeclaredValue(&cursor) else { return false }
      }
      switch cursor.separator(end: UInt8(ascii: "}")) {
      case .comma: continue
      case .end: return true
      case .other: return false
      }
    }
  }

  @inline(__always)
  private func value(
    of attribute: Int, _ cursor: inout ByteCursor, _ lane: LaneFacts
  ) -> Bool {
    let values = vocabulary.attributeValues + attribute
    let unknown = values.pointee.plane
    if let literal = cursor.literal() {
      if literal == 1 {
        moments[attribute] = Vocabulary.noMoment
        lane.set(unknown)
        return true
      }
      guard values.pointee.kind == .boolean else { return false }
      // The planes' order is unknown, false, true.
      lane.set(unknown &+ (literal == 0 ? 1 : 2))
      return true
    }
    switch values.pointee.kind {
    case .boolean: return false
    case .choice:
      guard let token = cursor.string() else { return false }
      let value = values.pointee.values.number(of: token)
      guard value >= 0 else { return false }
      lane.set(unknown &+ 1 &+ Plane(truncatingIfNeeded: value))
    case .text:
      guard let token = cursor.string(), token.length > 0 else { return false }
      // A text that nobody names comes behind those that are.
      let named = values.pointee.values.number(of: token)
      let value = named >= 0 ? named : values.pointee.values.count
      lane.set(unknown &+ 1 &+ Plane(truncatingIfNeeded: value))
    case .integer:
      guard let number = integer(&cursor) else { return false }
      lane.set(values.pointee.cuts.plane(of: number))
    case .version:
      guard let version = version(&cursor) else { return false }
      lane.set(values.pointee.cuts.plane(of: version))
    case .date:
      guard let date = moment(&cursor) else { return false }
      moments[attribute] = date
      lane.set(values.pointee.cuts.plane(of: date))
    }
    return true
  }

  /// What an attribute may have that could be of any type.
  private func undeclaredValue(_ cursor: inout ByteCursor) -> Bool {
    if let text = cursor.string() { return text.length > 0 }
    return cursor.literal() != nil || integer(&cursor) != nil
  }

  private func integer(_ cursor: inout ByteCursor) -> Int64? {
    guard let number = cursor.signedInteger(), AttributeDomain.integers.contains(number) else {
      return nil
    }
    return number
  }
}
