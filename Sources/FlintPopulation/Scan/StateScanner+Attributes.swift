/// Functions return false for an uncommon form, which the general parser reads.
extension StateScanner {
  mutating func attributes(_ cursor: inout ByteCursor, _ lane: FactSetter) -> Bool {
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key() else { return false }
      let attribute = tables.attributes.number(of: key)
      let start = cursor.at
      if UInt(bitPattern: attribute) < UInt(bitPattern: tables.declaredAttributes) {
        guard isNew(attribute, seenAttributes) else { return false }
        valueStarts[attribute] = start
        guard value(of: attribute, &cursor, lane) else { return false }
        if let twins = tables.attributeTwins, twins[attribute] >= 0 {
          guard setValue(at: start, of: twins[attribute], lane) else { return false }
        }
      } else {
        guard isIgnorable(key, .attributes) else { return false }
        guard undeclaredValue(&cursor) else { return false }
        if attribute >= 0 {
          guard setValue(at: start, of: attribute, lane) else { return false }
        }
      }
      next = cursor.separator()
    }
    return next == .end
  }

  @inline(__always)
  private func value(
    of attribute: Int, _ cursor: inout ByteCursor, _ lane: FactSetter
  ) -> Bool {
    let unknown = tables.attributeValues[attribute].plane
    if let literal = cursor.literal() {
      if literal == 1 {
        guard tables.attributeValues[attribute].hasUnknown else { return false }
        moments[attribute] = ScannerTables.noTime
        lane.set(unknown)
        return true
      }
      guard case .boolean = tables.attributeValues[attribute].type else { return false }
      // The three planes of a Boolean attribute are adjacent, in the order unknown, false, true.
      lane.set(unknown &+ (literal == 0 ? 1 : 2))
      return true
    }
    switch tables.attributeValues[attribute].type {
    case .boolean: return false
    case .choice:
      guard let token = cursor.string() else { return false }
      let value = tables.attributeValues[attribute].values.number(of: token)
      guard value >= 0 else { return false }
      lane.set(unknown &+ 1 &+ Plane(truncatingIfNeeded: value))
    case .text:
      guard let token = cursor.string(), token.length > 0 else { return false }
      // Texts that no constraint names share one plane. It follows the planes of the named texts.
      let named = tables.attributeValues[attribute].values.number(of: token)
      let value = named >= 0 ? named : tables.attributeValues[attribute].values.count
      lane.set(unknown &+ 1 &+ Plane(truncatingIfNeeded: value))
      let text = UnsafeBufferPointer(start: token.start, count: token.length)
      for (index, pattern) in tables.attributeValues[attribute].patterns.enumerated()
      where pattern.matches(text) {
        lane.set(tables.attributeValues[attribute].firstPattern &+ Plane(index))
      }
    case .integer:
      guard let number = integer(&cursor) else { return false }
      lane.set(tables.attributeValues[attribute].cuts.plane(of: number))
    case .version:
      guard let version = version(&cursor) else { return false }
      lane.set(tables.attributeValues[attribute].cuts.plane(of: version))
    case .date:
      guard let date = moment(&cursor) else { return false }
      moments[attribute] = date
      lane.set(tables.attributeValues[attribute].cuts.plane(of: date))
    }
    return true
  }

  private func setValue(
    at start: UnsafePointer<UInt8>, of attribute: Int, _ lane: FactSetter
  ) -> Bool {
    var cursor = ByteCursor(start)
    let takes = value(of: attribute, &cursor, lane)
    // A rejected value is invalid for the second manifest, and ignored. Only a version in an
    // uncommon form can be valid; the general parser reads it.
    if !takes, case .version = tables.attributeValues[attribute].type, isVersion(at: start) {
      return false
    }
    if takes { seenAttributes[attribute] = line }
    return true
  }

  private func isVersion(at start: UnsafePointer<UInt8>) -> Bool {
    var cursor = ByteCursor(start)
    guard let token = cursor.string() else { return start[0] &- UInt8(ascii: "0") < 10 }
    return Version(utf8: UnsafeBufferPointer(start: token.start, count: token.length)) != nil
  }

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
