import FlintModel
import FlintLogic
import FlintManifest
import FlintPopulation
import FlintText

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
