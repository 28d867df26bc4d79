import FlintLogic
import FlintManifest
import FlintModel
import FlintPopulation
import FlintText

/// Functions that write the texts by which the report page replaces the placeholders of sentences, such as the name of
/// the state's platform. Each text is written as a slot: either a text, or an object that selects the text by the value
/// of an entry (a fact of the state). The slots inside an object can again be texts or objects.
///
///     slot: text
///           | {entry, absent: slot if the state has no value for the entry,
///              unknown: text for the unknown value `null`,
///              values: {slot for each other possible value of the entry, …},
///              lapsed: text to write in front of the date on which a subscription expired}
///           | {entry, absent, unknown: as above, top: text for the greatest value of the scale,
///              before, after: texts around any other value}
///           | {entry, absent, before: as above, secondsAfter: seconds from the date in the entry to the date to write,
///              unknown: text if the entry or the date is unknown}
///
/// The first kind of object is for an entry whose possible values are listed, the second for one whose values are on a
/// scale, such as versions.
extension PageFacts {
  func piece(_ slot: SentencePlaceholder) -> PageNode {
    switch slot {
    case .platform: return byPlatform { .text($0.name) }
    case .system:
      return byPlatform { platform in
        version(
          .systemVersion, of: platform.name,
          absent: .text(InstalledVersion.latest.displayName(of: platform.name)))
      }
    case .numberedSystem:
      return byPlatform { platform in
        scale(
          .systemVersion, top: platform.name, before: platform.name + " ",
          absent: .text(platform.name))
      }
    case .device(let device): return piece(valueOf: device)
    case .credits(let product): return scale(.fact(.product(product)), absent: .text("0"))
    case .status(let product):
      let type = manifest.products[product].type
      let absent = values(
        .fact(.purchaseDefault), PurchaseStatus.defaults.map { ($0.name, .text($0.sentence)) },
        absent: .text(DeviceState().defaults.purchase.sentence))
      return values(
        .fact(.product(product)),
        PurchaseStatus.allCases.filter { type.allows($0) }.map { ($0.name, .text($0.sentence)) },
        lapsed: type.isSubscription ? PurchaseStatus.expiryPrefix : "", absent: absent)
    case .value(let attribute): return piece(valueOf: attribute)
    case .end(let age, let attribute): return piece(endOfAge: age, of: attribute)
    case .rolloutPosition(let bucket): return scale(.fact(.bucket(bucket)), absent: .text(""))
    }
  }

  private func piece(valueOf device: DeviceFact) -> PageNode {
    let key = Key.fact(.device(device))
    if device.canBeAbsent { return piece(key, device.domain, absent: .text("")) }
    let absent = byPlatform { platform in
      .text(manifest.defaultValue(of: device, on: platform).map(device.displayName(of:)) ?? "")
    }
    return device.domain == .version
      ? version(key, of: device.name, absent: absent) : piece(key, device.domain, absent: absent)
  }

  private func piece(valueOf attribute: Int) -> PageNode {
    let declaration = manifest.attributes[attribute]
    let domain = declaration.domain
    return piece(
      .fact(.attribute(attribute)), domain, top: domain.displayName(of: .version(.latest)),
      unknown: domain.displayName(of: .unknown),
      absent: .text(domain.displayName(of: declaration.declaredValue)))
  }

  private func piece(endOfAge seconds: Int64, of attribute: Int) -> PageNode {
    let declared = manifest.attributes[attribute].declaredValue
    func text(_ value: AttributeValue) -> PageNode {
      .text(manifest.displayName(ofAge: seconds, since: value, in: attribute))
    }
    return .object([
      "entry": .own(entryIndex(of: .fact(.attribute(attribute)))), "absent": text(declared),
      "unknown": text(.unknown), "before": .text("until "),
      "secondsAfter": .number(String(seconds)),
    ])
  }

  private func piece(
    _ key: Key, _ domain: AttributeDomain, top: String = "", unknown: String = "", absent: PageNode
  ) -> PageNode {
    switch domain.type.structure {
    case .listed:
      let texts = domain.listedValues().map { value in
        (key: domain.text(of: value), value: PageNode.text(domain.displayName(of: value)))
      }
      return values(key, texts, unknown: unknown, absent: absent)
    case .texts:
      let quotes = domain.displayName(of: .text(ExactText("")))
      return scale(
        key, before: String(quotes.prefix(1)), after: String(quotes.suffix(1)), unknown: unknown,
        absent: absent)
    case .ordered: return scale(key, top: top, unknown: unknown, absent: absent)
    }
  }

  private func byPlatform(_ slot: (Platform) -> PageNode) -> PageNode {
    values(
      .platform, Platform.allCases.map { ($0.name, slot($0)) },
      absent: slot(manifest.app.defaultPlatform))
  }

  private func version(_ key: Key, of owner: String, absent: PageNode) -> PageNode {
    scale(
      key, top: InstalledVersion.latest.displayName(of: owner), before: owner + " ", absent: absent)
  }

  private func scale(
    _ key: Key, top: String = "", before: String = "", after: String = "", unknown: String = "",
    absent: PageNode
  ) -> PageNode {
    .object([
      "entry": .own(entryIndex(of: key)), "absent": absent, "unknown": .text(unknown),
      "top": .text(top), "before": .text(before), "after": .text(after),
    ])
  }

  private func values(
    _ key: Key, _ values: [(key: String, value: PageNode)], unknown: String = "",
    lapsed: String = "", absent: PageNode
  ) -> PageNode {
    .object([
      "entry": .own(entryIndex(of: key)), "absent": absent, "unknown": .text(unknown),
      "lapsed": .text(lapsed), "values": .members(values),
    ])
  }
}

extension PageFacts {
  func write(to json: inout JSONWriter) {
    json.key("sections")
    json.array(of: StateSection.allCases) { write($0, to: &$1) }
    json.key("entries")
    json.array(of: entries) { write($0, to: &$1) }
    json.key("domains")
    json.array(of: domains.names) { $1.raw($0) }
    json.key("ages")
    json.array(of: planes.ages) { age, json in
      json.object { json in
        json.member("attribute", manifest.attributes[age.attribute].id)
        if let declared = age.declared { json.member("declared", declared.seconds) }
        if let plane = planes.firstPlane(of: age.fact) { json.member("plane", plane) }
        json.key("cuts")
        json.array { json in
          for case .age(let cut) in planes.values(of: age.fact).dropFirst() { json.int(cut) }
        }
      }
    }
  }

  private func write(_ section: StateSection, to json: inout JSONWriter) {
    let isList = section.form == .list
    json.object { json in
      json.key("key")
      json.string(section.key)
      json.member("form", section.form.rawValue)
      json.member("title", section.heading)
      json.key("isOpen")
      json.bool(!isList && section != .defaults)
      json.member("absent", isList ? "not unlocked" : "default")
      if let domain = featureDomains[section] { json.member("featureDomain", domain) }
    }
  }

  private func write(_ entry: Entry, to json: inout JSONWriter) {
    json.object { json in
      json.key("section")
      json.string(entry.section.key)
      json.member("id", entry.id)
      if let label = entry.label { json.member("label", label) }
      writeByPlatform("domain", entry.domain, to: &json) { $1.int($0) }
      writeByPlatform("plane", entry.plane, to: &json) { $1.int($0) }
      if let assumed = entry.assumed { json.member("assumed", assumed) }
      // A change of the platform clears the version, because versions of different platforms are not comparable.
      if entry.section == .platform {
        json.key("clears")
        json.string(StateSection.osVersion.key)
      }
      writeByPlatform("default", entry.fallback, to: &json) { $1.string($0) }
    }
  }

  private func writeByPlatform<Value>(
    _ key: StaticString, _ values: [Value], to json: inout JSONWriter,
    write: (Value, inout JSONWriter) -> Void
  ) {
    guard let first = values.first else { return }
    json.key(key)
    if values.count == 1 { return write(first, &json) }
    json.object { json in
      for (platform, value) in zip(Platform.allCases, values) {
        json.key(named: platform.name)
        write(value, &json)
      }
    }
  }
}

extension PageFacts {
  /// Of a platform only the version.
  func piece(_ value: FactValue, of fact: Fact) -> PageNode {
    switch ConstraintFacts.Value(value, of: fact, in: manifest) {
    case .scalar(.string(let text)): return .text(text)
    case .scalar(.truth(let isOn)): return .truth(isOn)
    case .scalar(.number(let number)): return .number(String(number))
    case .percent(let percent): return .number(percent.description)
    case .scalar(.null), .list, .other, .pattern, .holdings: break
    }
    preconditionFailure("the report page cannot represent the value \(value) of \(fact)")
  }
}
