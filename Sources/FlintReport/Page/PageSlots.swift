internal import FlintCore
internal import FlintText

/// What fills the slots of sentences, by the value of an entry:
///
///     text | [entry, slot where the entry is not given, [slot for each value of its domain]]
///          | [entry, slot where the entry is not given, [text at the top of its scale, text before any other value]]
enum PageSlot {
  /// `iOS`
  case platform

  /// `iOS 17.2`, `the latest iOS`
  case system

  /// `app version 2.1`, `the latest app version`
  case appVersion

  /// `2026-12-01`; empty where it is not known.
  case date
}

extension PageFacts {
  func write(_ slot: PageSlot, to json: inout JSONWriter) {
    switch slot {
    case .platform: writeByPlatform(to: &json) { $1.string($0.name) }
    case .system:
      writeByPlatform(to: &json) { platform, json in
        write(.systemVersion, ["the latest \(platform.name)", platform.name + " "], to: &json) {
          $0.string("the latest \(platform.name)")
        }
      }
    case .appVersion:
      write(.fact(.appVersion), ["the latest app version", "app version "], to: &json) { json in
        writeByPlatform(to: &json) { platform, json in
          switch manifest.app.installedVersion(on: platform) {
          case .latest: json.string("the latest app version")
          case .version(let version): json.string("app version \(version)")
          }
        }
      }
    case .date: write(.fact(.date), ["", ""], to: &json) { $0.string("") }
    }
  }

  private func writeByPlatform(
    to json: inout JSONWriter, _ slot: (Platform, inout JSONWriter) -> Void
  ) {
    json.array { json in
      json.int(number(of: .platform))
      slot(manifest.app.defaultPlatform, &json)
      json.array { json in for platform in Platform.allCases { slot(platform, &json) } }
    }
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
