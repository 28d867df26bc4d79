internal import FlintCore
import FlintLogic
internal import FlintPopulation
internal import FlintText

extension PageFacts {
  func write(to json: inout JSONWriter) {
    json.key("sections")
    json.array { json in for section in StateSection.allCases { write(section, to: &json) } }
    json.key("entries")
    json.array { json in
      var index = 0
      while index < entries.count {
        let row = rowOfFeatures(from: index)
        if row.count > 1 {
          write(row: row, to: &json)
        } else {
          write(entries[index], to: &json)
        }
        index = row.upperBound
      }
    }
    json.key("domains")
    json.array { json in for domain in domains.names { json.raw(domain) } }
    json.key("ages")
    json.array { json in
      for age in planes.ages {
        json.object { json in
          json.member("entry", entryIndex(of: .fact(.attribute(age.attribute))))
          if let declared = age.declared { json.member("declared", declared.seconds) }
          if let plane = planes.firstPlane(of: age.fact) { json.member("plane", plane) }
          json.key("cuts")
          json.array { json in
            for case .age(let cut) in planes.values(of: age.fact).dropFirst() { json.int(cut) }
          }
        }
      }
    }
  }

  private func write(_ section: StateSection, to json: inout JSONWriter) {
    let (form, title, isOpen, absent): (StaticString, StaticString, Bool, StaticString) =
      switch section {
      case .platform, .osVersion, .appVersion, .date: ("value", "Device", true, "default")
      case .permissions: ("members", "Permissions", true, "default")
      case .purchases: ("members", "Purchases", true, "default")
      case .unlocked: ("list", "Unlocked features", false, "not unlocked")
      case .toggles: ("members", "Toggles", true, "default")
      case .runtime: ("members", "Runtime flags", true, "default")
      case .attributes: ("members", "Attributes", true, "default")
      case .buckets: ("members", "Rollouts", true, "default")
      case .defaults: ("members", "Defaults", false, "default")
      }
    json.object { json in
      json.key("key")
      json.string(section.key)
      json.key("form")
      json.string(form)
      json.key("title")
      json.string(title)
      json.key("isOpen")
      json.bool(isOpen)
      json.key("absent")
      json.string(absent)
      if let others = others[section] { json.member("others", others) }
    }
  }

  /// Returns a range of consecutive entries, beginning with `start`, that are written as a single JSON object to make
  /// the page smaller. They describe the same fact of different features, such as their toggles. The numbers of their
  /// first planes are equally spaced, so that the object contains only the first number and the distance. A plane is a
  /// truth value that the page computes for its state.
  private func rowOfFeatures(from start: Int) -> Range<Int> {
    var end = start + 1
    guard case .feature = entries[start].id else { return start..<end }
    while end < entries.count, case .feature = entries[end].id {
      let isLike =
        entries[end].section == entries[start].section
        && entries[end].domain == entries[start].domain
        && entries[end].plane[0] - entries[end - 1].plane[0]
          == entries[start + 1].plane[0] - entries[start].plane[0]
      guard isLike else { break }
      end += 1
    }
    return start..<end
  }

  private func write(row: Range<Int>, to json: inout JSONWriter) {
    let (first, second) = (entries[row.lowerBound], entries[row.lowerBound + 1])
    json.object { json in
      json.member("section", Int(first.section.rawValue))
      var features = PageNumbers()
      var last = 0
      for case .feature(let feature) in entries[row].map(\.id) {
        features.append(feature - last)
        last = feature
      }
      json.key("features")
      features.write(to: &json)
      json.member("domain", first.domain[0])
      json.member("plane", first.plane[0])
      json.member("step", second.plane[0] - first.plane[0])
    }
  }

  private func write(_ entry: Entry, to json: inout JSONWriter) {
    json.object { json in
      json.member("section", Int(entry.section.rawValue))
      switch entry.id {
      case .text(let id):
        json.member("id", id)
        if let label = entry.label { json.member("label", label) }
      case .feature(let feature): json.member("feature", feature)
      }
      json.key("domains")
      json.array { json in for domain in entry.domain { json.int(domain) } }
      json.key("planes")
      json.array { json in for plane in entry.plane { json.int(plane) } }
      if let assumed = entry.assumed { json.member("assumed", assumed) }
      // A change of the platform clears the version, because versions of different platforms are not comparable.
      if entry.section == .platform { json.member("clears", entryIndex(of: .systemVersion)) }
      if let fallback = entry.fallback {
        json.key("default")
        if fallback.count == 1 { json.string(fallback[0]) } else { json.strings(fallback) }
      }
    }
  }
}

extension PageFacts {
  /// Returns the index of the page's entry for a fact. The platform and its version are a single fact,
  /// ``FlintCore/Fact/system``, but two entries. For this fact, the result is the entry of the version.
  func entryIndex(of fact: Fact) -> Int {
    entryIndex(of: fact == .system ? .systemVersion : .fact(fact))
  }

  /// Returns a value as a state's JSON contains it. For a platform with a version, this is only the
  /// version, because the JSON has another key for the platform.
  func piece(_ value: FactValue, of fact: Fact) -> PagePiece {
    switch value {
    case .system(_, let version), .version(let version), .attribute(.version(let version)):
      return .text(version.description)
    case .date(let date), .attribute(.date(let date)): return .text(date.description)
    case .permission(let status): return .text(status.name)
    case .purchase(let status): return .text(status.name)
    case .flag(let flag): return .truth(flag == .yes)
    case .bucket(let percent): return .number(percent.description)
    case .attribute(.boolean(let isOn)): return .truth(isOn)
    case .attribute(.integer(let number)): return .number(String(number))
    case .attribute(.text(let text)): return .text(text.text)
    case .attribute(.choice(let index)):
      if case .attribute(let attribute) = fact,
        case .choice(let values) = manifest.attributes[attribute].domain
      {
        return .text(values[index])
      }
    case .notGiven, .age, .attribute(.unknown): break
    }
    preconditionFailure("no change sets \(fact) to \(value)")
  }
}

extension JSONWriter {
  mutating func strings(_ texts: [String]) {
    array { json in for text in texts { json.string(text) } }
  }
}
