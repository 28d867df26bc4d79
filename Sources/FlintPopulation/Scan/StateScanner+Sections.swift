/// Functions return false for an uncommon form, which the general parser reads.
extension StateScanner {
  func defaults(_ cursor: inout ByteCursor, _ given: inout Given) -> Bool {
    var hasPermission = false
    var hasPurchase = false
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key(), let value = cursor.string() else { return false }
      if key.isEqual(to: "permission"), !hasPermission {
        let status = tables.permissionStatuses.number(of: value)
        guard let known = SystemPermissionStatus(rawValue: UInt8(truncatingIfNeeded: status)),
          tables.permissionDefaults[status] >= 0
        else { return false }
        given.permissionDefaultStatus = known
        hasPermission = true
      } else if key.isEqual(to: "purchase"), !hasPurchase {
        let status = tables.purchaseStatuses.number(of: value)
        guard status >= 0, tables.purchaseDefaults[status] >= 0 else { return false }
        given.purchaseDefaultStatus = UInt64(status)
        hasPurchase = true
      } else {
        return false
      }
      next = cursor.separator()
    }
    return next == .end
  }

  func permissions(
    _ cursor: inout ByteCursor, _ lane: FactSetter
  ) -> Bool {
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key(), let value = cursor.string() else { return false }
      let permission = tables.permissions.number(of: key)
      let status = tables.permissionStatuses.number(of: value)
      guard permission | status >= 0, isNew(permission, seenPermissions) else { return false }
      permissionStatuses[permission] = UInt8(truncatingIfNeeded: status)
      let plane = tables.permissionPlanes[permission &* ScannerTables.statusStride &+ status]
      guard plane >= 0 else { return false }
      lane.set(plane)
      next = cursor.separator()
    }
    return next == .end
  }

  mutating func purchases(
    _ cursor: inout ByteCursor, _ given: inout Given, _ lane: FactSetter
  ) -> Bool {
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key() else { return false }
      let product = tables.products.number(of: key)
      let start = cursor.at
      if UInt(bitPattern: product) < UInt(bitPattern: tables.declaredProducts) {
        guard isNew(product, seenProducts) else { return false }
        if let twins = tables.productTwins, twins[product] >= 0 {
          setHolding(at: start, of: twins[product], &given, lane)
        }
        if let value = cursor.string() {
          let status = tables.purchaseStatuses.number(of: value)
          guard status >= 0 else { return false }
          let plane = tables.purchasePlanes[product &* ScannerTables.statusStride &+ status]
          guard plane >= 0 else { return false }
          holdings[product] = Int64(status)
          lane.set(plane)
        } else {
          guard amount(of: product, &cursor, &given) else { return false }
        }
      } else {
        guard isIgnorable(key, .purchases), undeclaredHolding(&cursor) else { return false }
        if product >= 0 { setHolding(at: start, of: product, &given, lane) }
      }
      next = cursor.separator()
    }
    return next == .end
  }

  /// The credits of a consumable, or the end of a subscription. False for any other value.
  private func amount(
    of product: Int, _ cursor: inout ByteCursor, _ given: inout Given
  ) -> Bool {
    if tables.productTypes[product] == .consumable {
      guard let credits = cursor.integer() else { return false }
      holdings[product] = credits
      return true
    }
    let type = tables.productTypes[product]
    guard type.isSubscription, let end = end(&cursor),
      type == .autoRenewingSubscription || end.graceUntil == ScannerTables.noTime
    else { return false }
    ends[given.endCount] = (product, end.until, end.graceUntil)
    given.endCount += 1
    return true
  }

  private func setHolding(
    at start: UnsafePointer<UInt8>, of product: Int, _ given: inout Given, _ lane: FactSetter
  ) {
    var cursor = ByteCursor(start)
    if let value = cursor.string() {
      let status = tables.purchaseStatuses.number(of: value)
      guard status >= 0 else { return }
      let plane = tables.purchasePlanes[product &* ScannerTables.statusStride &+ status]
      if plane >= 0 { lane.set(plane) }
    } else {
      _ = amount(of: product, &cursor, &given)
    }
  }

  private func undeclaredHolding(_ cursor: inout ByteCursor) -> Bool {
    if let value = cursor.string() { return tables.purchaseStatuses.number(of: value) >= 0 }
    if cursor.at[0] == UInt8(ascii: "{") { return end(&cursor) != nil }
    return cursor.integer() != nil
  }

  /// Reads `{"until": DATE, "graceUntil": LATER}` of a subscription, in seconds since 1970.
  /// `graceUntil` is ``ScannerTables/noTime`` if absent. Nil for any other value.
  private func end(_ cursor: inout ByteCursor) -> (until: Int64, graceUntil: Int64)? {
    var end = (until: ScannerTables.noTime, graceUntil: ScannerTables.noTime)
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key(), let date = moment(&cursor) else { return nil }
      if key.isEqual(to: "until"), end.until == ScannerTables.noTime {
        end.until = date
      } else if key.isEqual(to: "graceUntil"), end.graceUntil == ScannerTables.noTime {
        end.graceUntil = date
      } else {
        return nil
      }
      next = cursor.separator()
    }
    let isValid =
      next == .end && end.until != ScannerTables.noTime
      && (end.graceUntil == ScannerTables.noTime || end.until < end.graceUntil)
    return isValid ? end : nil
  }

  mutating func unlocked(_ cursor: inout ByteCursor, _ lane: FactSetter) -> Bool {
    var next = cursor.begin(UInt8(ascii: "["), end: UInt8(ascii: "]"))
    while next == .comma {
      cursor.skipSpace()
      guard let id = cursor.string() else { return false }
      let feature = tables.features.number(of: id)
      // A list may repeat an undeclared id. This is so rare that the general JSON parser reads such a line.
      guard isDeclaredOrIgnorable(feature, of: tables.declaredFeatures, id, .unlocked) else {
        return false
      }
      if feature >= 0 { lane.set(tables.unlocked[feature]) }
      next = cursor.separator(end: UInt8(ascii: "]"))
    }
    return next == .end
  }

  /// Reads toggles, or runtime flags, which can be null.
  mutating func flags(
    _ cursor: inout ByteCursor, _ lane: FactSetter, areRuntime: Bool
  ) -> Bool {
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key(), let value = cursor.literal(), areRuntime || value != 1 else {
        return false
      }
      let feature = tables.features.number(of: key)
      guard
        isDeclaredOrIgnorable(
          feature, of: tables.declaredFeatures, key, areRuntime ? .runtime : .toggles)
      else { return false }
      if feature >= 0 {
        guard areRuntime ? isNew(feature, seenFlags) : isNew(feature, seenToggles) else {
          return false
        }
        lane.set(
          areRuntime
            ? tables.runtimeFlags[feature] &+ Plane(truncatingIfNeeded: value)
            : tables.toggles[feature] &+ Plane(truncatingIfNeeded: value &>> 1))
      }
      next = cursor.separator()
    }
    return next == .end
  }

  mutating func buckets(_ cursor: inout ByteCursor, _ lane: FactSetter) -> Bool {
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key(), let position = cursor.percent(), position < 1_000_000 else {
        return false
      }
      let bucket = tables.buckets.number(of: key)
      guard isDeclaredOrIgnorable(bucket, of: tables.declaredBuckets, key, .buckets) else {
        return false
      }
      if bucket >= 0 {
        guard isNew(bucket, seenBuckets) else { return false }
        lane.set(tables.bucketCuts[bucket].plane(of: position))
      }
      next = cursor.separator()
    }
    return next == .end
  }

  mutating func expectations(_ cursor: inout ByteCursor) -> Bool {
    var next = cursor.begin()
    while next == .comma {
      guard let key = cursor.key(), let value = cursor.string() else { return false }
      let feature = tables.features.number(of: key)
      let number = tables.featureStatuses.number(of: value)
      guard let status = FeatureStatus(rawValue: UInt8(truncatingIfNeeded: number)) else {
        return false
      }
      if UInt(bitPattern: feature) < UInt(bitPattern: tables.declaredFeatures) {
        guard isNew(feature, seenExpectations) else { return false }
        if options.comparesExpectations {
          expected.append(Expectation(feature: feature, status: status))
        }
      } else if !isIgnorable(key, sectionBit: 1 << 31) {
        return false
      }
      next = cursor.separator()
    }
    return next == .end
  }
}
