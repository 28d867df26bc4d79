internal import FlintCore
internal import FlintPopulation
internal import FlintText

/// Writing of the texts that replace the placeholders of sentences, such as the name of the state's platform. Each is
/// written as a slot: either a text, or an object that selects the text by the value of an entry (a fact of the state).
/// The slots inside an object are evaluated in turn, for example for another entry.
///
///     slot: text
///           | {entry, absent: slot if the state has no value for the entry, unknown: text for the unknown value `null`,
///              values: {slot for each other value that the domain lists, …},
///              lapsed: text before the date on which a subscription expired}
///           | {entry, absent, unknown: as above, top: text for the greatest value of the scale,
///              before, after: texts around any other value}
///
/// The first kind of object is for an entry whose domain lists its values, the second for one with a scale.
extension PageFacts {
  func write(_ slot: SentencePlaceholder, to json: inout JSONWriter) {
    switch slot {
    case .platform: writeByPlatform(to: &json) { $1.string($0.name) }
    case .system:
      writeByPlatform(to: &json) { platform, json in
        writeVersion(.systemVersion, of: platform.name, to: &json) {
          $0.string(Self.displayText(.latest, of: platform.name))
        }
      }
    case .numberedSystem:
      writeByPlatform(to: &json) { platform, json in
        writeScale(.systemVersion, top: platform.name, before: platform.name + " ", to: &json) {
          $0.string(platform.name)
        }
      }
    case .appVersion:
      writeVersion(.fact(.appVersion), of: "app version", to: &json) { json in
        writeByPlatform(to: &json) { platform, json in
          let version = manifest.app.installedVersion(on: platform)
          json.string(Self.displayText(version, of: "app version"))
        }
      }
    case .date: writeScale(.fact(.date), to: &json) { $0.string("") }
    case .credits(let product): writeScale(.fact(.product(product)), to: &json) { $0.string("0") }
    case .status(let product):
      let type = manifest.products[product].type
      writeValues(
        .fact(.product(product)),
        PurchaseStatus.allCases.filter { type.allows($0) }.map { ($0.name, $0.sentence) },
        lapsed: type.isSubscription ? PurchaseStatus.expiryPrefix : nil, to: &json
      ) { json in
        writeValues(
          .fact(.purchaseDefault), PurchaseStatus.defaults.map { ($0.name, $0.sentence) }, to: &json
        ) {
          $0.string(DeviceState().defaults.purchase.sentence)
        }
      }
    case .value(let attribute): write(valueOf: attribute, to: &json)
    case .rolloutPosition(let bucket):
      writeScale(.fact(.bucket(bucket)), to: &json) { $0.string("") }
    }
  }

  private func write(valueOf attribute: Int, to json: inout JSONWriter) {
    let declaration = manifest.attributes[attribute]
    let key = Key.fact(.attribute(attribute))
    let unknown = declaration.displayName(of: .unknown)
    func writeDefault(_ json: inout JSONWriter) {
      json.string(declaration.displayName(of: declaration.declaredValue))
    }
    func write(_ values: [(name: String, value: AttributeValue)]) {
      writeValues(
        key, values.map { ($0.name, declaration.displayName(of: $0.value)) }, unknown: unknown,
        to: &json, absent: writeDefault)
    }
    switch declaration.domain {
    case .boolean: write([("false", .boolean(false)), ("true", .boolean(true))])
    case .choice(let values): write(values.enumerated().map { ($1, .choice($0)) })
    case .text:
      let quotes = declaration.displayName(of: .text(ExactText("")))
      writeScale(
        key, before: String(quotes.prefix(1)), after: String(quotes.suffix(1)), unknown: unknown,
        to: &json, absent: writeDefault)
    case .integer, .version, .date:
      let top = declaration.displayName(of: .version(.latest))
      writeScale(key, top: top, unknown: unknown, to: &json, absent: writeDefault)
    }
  }

  private static func displayText(_ version: InstalledVersion, of owner: String) -> String {
    var text = ""
    version.write(of: owner, to: &text)
    return text
  }

  private func writeByPlatform(
    to json: inout JSONWriter, _ slot: (Platform, inout JSONWriter) -> Void
  ) {
    write(.platform, to: &json) {
      slot(manifest.app.defaultPlatform, &$0)
    } members: { json in
      json.key("values")
      json.object { json in
        for platform in Platform.allCases {
          json.key(named: platform.name)
          slot(platform, &json)
        }
      }
    }
  }

  private func writeVersion(
    _ key: Key, of owner: String, to json: inout JSONWriter, absent: (inout JSONWriter) -> Void
  ) {
    writeScale(
      key, top: Self.displayText(.latest, of: owner), before: owner + " ", to: &json, absent: absent
    )
  }

  private func writeScale(
    _ key: Key, top: String = "", before: String = "", after: String = "", unknown: String = "",
    to json: inout JSONWriter, absent: (inout JSONWriter) -> Void
  ) {
    write(key, to: &json, absent: absent) { json in
      json.member("top", top)
      json.member("before", before)
      json.member("after", after)
      json.member("unknown", unknown)
    }
  }

  private func writeValues(
    _ key: Key, _ texts: [(value: String, text: String)], unknown: String? = nil,
    lapsed: String? = nil, to json: inout JSONWriter, absent: (inout JSONWriter) -> Void
  ) {
    write(key, to: &json, absent: absent) { json in
      json.key("values")
      json.object { json in
        for (value, text) in texts {
          json.key(named: value)
          json.string(text)
        }
      }
      if let unknown { json.member("unknown", unknown) }
      if let lapsed { json.member("lapsed", lapsed) }
    }
  }

  /// Writes the text for a placeholder as a JSON object that depends on the value of an entry.
  ///
  /// - Parameters:
  ///   - key: The entry.
  ///   - absent: Writes the text that is used if the entry has no value.
  ///   - members: Writes the other members of the object.
  private func write(
    _ key: Key, to json: inout JSONWriter, absent: (inout JSONWriter) -> Void,
    members: (inout JSONWriter) -> Void
  ) {
    json.object { json in
      json.member("entry", entryIndex(of: key))
      json.key("absent")
      absent(&json)
      members(&json)
    }
  }
}
