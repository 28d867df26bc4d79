internal import FlintCore
internal import FlintPopulation
internal import FlintText

/// What fills the slots of sentences, by the value of an entry:
///
///     text | [entry, slot where the entry is not given, [slot for each value of its domain]]
///          | [entry, slot where the entry is not given, [text at the top of its scale, text before any other value]]
extension PageFacts {
  func write(_ slot: SentenceSlot, to json: inout JSONWriter) {
    switch slot {
    case .platform: writeByPlatform(to: &json) { $1.string($0.name) }
    case .system:
      writeByPlatform(to: &json) { platform, json in
        writeVersion(.systemVersion, of: platform.name, top: .latest, absent: .latest, to: &json)
      }
    case .numberedSystem:
      writeByPlatform(to: &json) { platform, json in
        write(.systemVersion, [platform.name, platform.name + " "], to: &json) {
          $0.string(platform.name)
        }
      }
    case .appVersion:
      writeVersion(
        .fact(.appVersion), of: "app version", top: .latest,
        absent: manifest.app.installedVersion, to: &json)
    case .credits(let product):
      write(.fact(.product(product)), ["", ""], to: &json) { $0.string("0") }
    case .value(let attribute):
      let declaration = manifest.attributes[attribute]
      let values = planes.values(of: .attribute(attribute)).map { value in
        if case .attribute(let value) = value { declaration.spoken(value) } else { "" }
      }
      write(.fact(.attribute(attribute)), values, to: &json) {
        $0.string(declaration.spoken(declaration.declaredValue))
      }
    case .name(let named): json.string(manifest.spokenName(of: named))
    }
  }

  private func writeByPlatform(
    to json: inout JSONWriter, _ slot: (Platform, inout JSONWriter) -> Void
  ) {
    json.array { json in
      json.int(number(of: .platform))
      slot(DeviceState().platform, &json)
      json.array { json in for platform in Platform.allCases { slot(platform, &json) } }
    }
  }

  private func writeVersion(
    _ key: Key, of owner: String, top: InstalledVersion, absent: InstalledVersion,
    to json: inout JSONWriter
  ) {
    func spoken(_ version: InstalledVersion) -> String {
      var text = ""
      version.write(of: owner, to: &text)
      return text
    }
    write(key, [spoken(top), owner + " "], to: &json) { $0.string(spoken(absent)) }
  }

  private func write(
    _ key: Key, _ texts: [String], to json: inout JSONWriter,
    absent: (inout JSONWriter) -> Void
  ) {
    json.array { json in
      json.int(number(of: key))
      absent(&json)
      json.strings(texts)
    }
  }
}
