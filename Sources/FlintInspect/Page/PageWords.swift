/// The names and sentences of the page that do not depend on a constraint.
///
///     beginning:  text around the name of what is to be inserted: [text, text]
///     featureSays: {outcome: beginning}
///     phrases:    {kind of subject: {action: beginning, default: beginning}}, in next steps
///     actions:    [{name, awaited: the action inside a `not`, rank: among alternatives, sentence, onPlatform: the
///                  sentence if the platform is the only subject, hasSubjects: whether their names follow,
///                  canChoose: whether one of several alternatives is enough}, …], the most urgent first
///     permissions: {…, statuses: those that not every permission can have}
///     list:       texts of a list of operands, of which at most `few` are listed
///     scales:     {type: {rules: [{pattern, message}, …] for valid inputs, maximum, top: greatest value, example}}
struct PageWords {
  let manifest: Manifest

  /// Stands for a name until the text is split there; no text contains it.
  private static let mark = "\u{0}"

  private static let sample = Manifest(
    products: [ProductDeclaration(id: "p", name: mark, type: .nonConsumable)],
    attributes: [AttributeDeclaration(id: "a", name: mark, domain: .boolean)], buckets: [mark],
    features: [FeatureDeclaration(id: "f", name: mark)])

  func write(to json: inout JSONWriter) {
    writePlatforms(to: &json)
    writePermissions(to: &json)
    writePurchases(to: &json)
    writeStatuses(to: &json)
    writeSections(to: &json)
    writeScales(to: &json)
    writeSentences(to: &json)
    writeActions(to: &json)
  }

  // MARK: Values

  private func writePlatforms(to json: inout JSONWriter) {
    json.objects("platforms", Platform.allCases) { platform, json in
      json.member("name", platform.name)
      json.member(
        "isSupported", manifest.app.platforms?.contains { $0.platform == platform } != false)
      json.member("isDefault", platform == manifest.app.defaultPlatform)
      json.object("defaults") { json in
        for fact in DeviceFact.allCases {
          guard let value = manifest.defaultValue(of: fact, on: platform) else { continue }
          json.member(fact.key, fact.domain.text(of: value))
        }
      }
    }
    json.objects("device", DeviceFact.allCases) { fact, json in
      json.member("key", fact.key.description)
      json.member("name", fact.name)
      json.member("noun", fact.noun)
      json.member("type", fact.domain.type.name)
      json.member("action", fact.actionBelow.name)
    }
  }

  private func writePermissions(to json: inout JSONWriter) {
    json.objects("permissions", SystemPermission.allCases) { permission, json in
      json.member("name", permission.name)
      json.member("label", permission.displayName)
      json.member(
        "statuses", permission.statuses.dropFirst(SystemPermissionStatus.defaults.count).map(\.name)
      )
      json.object("first") { json in
        for platform in Platform.allCases {
          guard let first = permission.support.firstVersion(on: platform) else { continue }
          json.member(platform.key, first.description)
        }
      }
      json.member(
        "free", Platform.allCases.filter(permission.support.isFreeBefore).map(\.name))
    }
    json.object("permissionStatuses") { json in
      for status in SystemPermissionStatus.allCases {
        json.key(named: status.name)
        json.string(status.displayName)
      }
    }
    json.member("granting", SystemPermissionStatus.granting.map(\.name))
    json.member("satisfying", SystemPermissionStatus.satisfying.map(\.name))
  }

  private func writePurchases(to json: inout JSONWriter) {
    json.objects("purchaseStatuses", PurchaseStatus.allCases) { status, json in
      json.member("name", status.name)
      json.member("label", status.displayName)
      json.member("sentence", status.sentence)
      json.member("truth", Int(status.truth.rawValue))
      json.member("isDetailed", status.isDetailed)
      json.member("isPaymentDue", status.isPaymentDue)
    }
    json.array("lapsed", of: PurchaseStatus.lapsed) { statuses, json in
      json.array(of: statuses) { $1.string($0.name) }
    }
    json.member("expired", PurchaseStatus.expiryPrefix)
    json.object("productTypes") { json in
      for type in ProductType.allCases where type != .consumable {
        json.key(named: type.name)
        json.object { json in
          json.member("statuses", PurchaseStatus.allCases.filter(type.allows).map(\.name))
          json.member("endDates", type.endDates)
        }
      }
    }
  }

  private func writeStatuses(to json: inout JSONWriter) {
    json.member("statuses", Ternary.allCases.map { FeatureStatus($0).name })
    json.objects("constraintStatuses", Ternary.allCases.map { ConstraintStatus($0) } + [.notActive])
    { status, json in
      json.member("name", status.name)
      json.member("words", status.displayName)
    }
  }

  private func writeSections(to json: inout JSONWriter) {
    json.objects("sections", StateSection.allCases) { section, json in
      let isList = section.form == .list
      json.member("key", section.name)
      json.member("form", section.form.rawValue)
      json.member("title", section.heading)
      json.member("label", section.label.capitalizedFirst)
      json.member("isOpen", !isList && section != .defaults)
      json.member("absent", isList ? "not unlocked" : "default")
    }
    json.key("defaults")
    json.array { json in
      let defaults = DeviceState().defaults
      json.object { json in
        json.member("id", "permission")
        json.member("label", "All other permissions")
        json.member("statuses", SystemPermissionStatus.defaults.map(\.name))
        json.member("assumed", defaults.permission.name)
      }
      json.object { json in
        json.member("id", "purchase")
        json.member("label", "All other products")
        json.member("statuses", PurchaseStatus.defaults.map(\.name))
        json.member("assumed", defaults.purchase.name)
      }
    }
    json.member("switch", [false, true].map(\.switchWord))
    json.member("flag", ["disabled", "unknown", "enabled"])
    json.member("unlocked", "unlocked by the app")
    json.member("unknown", ScalarValue.null.displayText)
  }

  // MARK: Sentences

  private func halves(_ text: String, _ name: String = mark) -> [String] {
    text.split(separator: name, omittingEmptySubsequences: false).map(String.init)
  }

  /// The texts before and after `name`. The sentence must have no placeholders.
  private func halves(_ sentence: Sentence, _ name: String = mark) -> [String] {
    halves(
      sentence.parts.map { if case .text(let text) = $0 { text } else { "" } }.joined(), name)
  }

  private func writeSentences(to json: inout JSONWriter) {
    func member(_ key: StaticString, _ sentence: Sentence) {
      json.key(key)
      json.sentence(sentence, of: manifest)
    }
    member("inactive", manifest.inactiveSentence(on: .runtimeEnabled, isOfCurrentPlatform: true))
    member("openGuard", Manifest.openGuard)
    member("isUnlocked", Manifest.unlockedSentence)
    json.object("featureSays") { json in
      for truth in Ternary.allCases {
        json.key(named: "\(truth)")
        json.array(of: halves(Self.sample.sentence(onFeature: 0, truth))) { $1.string($0) }
      }
    }
    json.member("latest", halves(InstalledVersion.latest.displayName(of: Self.mark)))
    json.object("list") { json in
      json.member("few", OperandList.maxListed)
      json.member("opening", OperandList.opening)
      json.member("separator", OperandList.separator)
      json.member("before", OperandList.rest.before)
      json.member("after", OperandList.rest.after)
      json.member("conjunction", OperandList.conjunction)
    }
    json.object("conjunctions") { json in
      json.member("all", " and ")
      json.member("any", " or ")
    }
  }

  private func writeActions(to json: inout JSONWriter) {
    let date: DateTime = "2000-01-01"
    json.object("phrases") { json in
      for (kind, subject, name) in [
        ("permission", .permission(.camera), SystemPermission.camera.displayName),
        ("product", .product(0), Self.mark), ("feature", .feature(0), Self.mark),
        ("attribute", .attribute(0), Self.mark), ("bucket", .bucket(0), Self.mark),
        ("moment", .moment(date), date.description),
      ] as [(String, NextStep.Subject, String)] {
        func phrase(of action: NextStep.Action) -> [String] {
          halves(Self.sample.phrase(for: subject, of: action), name)
        }
        let usual = phrase(of: .offerPurchase)
        json.key(named: kind)
        json.object { json in
          json.member("default", usual)
          for action in NextStep.Action.allCases {
            let phrase = phrase(of: action)
            if phrase == usual { continue }
            json.key(named: action.name)
            json.array(of: phrase) { $1.string($0) }
          }
        }
      }
    }
    json.array("actions", of: NextStep.Action.allCases) { write($0, to: &$1) }
  }

  private func write(_ action: NextStep.Action, to json: inout JSONWriter) {
    let state = ResolvedState(DeviceState(), in: manifest)
    let platform = state.platform.name
    func message(_ subjects: [NextStep.Subject]) -> String {
      NextStep(action: action, subjects: subjects).message(in: state)
    }
    json.object { json in
      json.member("name", action.name)
      json.member("awaited", action.awaited.name)
      json.member("rank", Int(action.rankAmongAlternatives.rawValue))
      json.member("hasSubjects", action.namesSubjects)
      json.member("canChoose", action.canChoose)
      // A platform at the end is that of the sample state.
      json.member("sentence", halves(message([]), platform))
      if action == .explainUnsupported {
        json.member(
          "onPlatform", String(message([.platform(state.platform)]).dropLast(platform.count)))
      }
    }
  }

  // MARK: Inputs

  private func writeScales(to json: inout JSONWriter) {
    json.object("scales") { json in
      for scale in Scale.all {
        json.key(named: scale.name)
        json.object { json in
          if let top = scale.top { json.member("top", top) }
          json.objects("rules", scale.rules) { rule, json in
            json.member("pattern", rule.pattern)
            json.member("message", rule.hint)
          }
          if let maximum = scale.maximum {
            json.object("maximum") { json in
              json.member("value", maximum.value)
              json.member("message", maximum.hint)
            }
          }
          json.member("example", scale.example)
        }
      }
    }
  }

  private struct Scale {
    let name: String
    let example: String

    /// A word for the greatest value, such as `latest` of a version.
    var top: String?

    let rules: [(pattern: String, hint: String)]

    var maximum: (value: String, hint: String)?

    static let all = [
      Scale(
        name: "version", example: "latest", top: InstalledVersion.latest.description,
        rules: [
          (#"^\d+(\.\d+){0,2}$"#, hint(.invalidVersion(""))),
          (#"^(0|[1-9]\d*)(\.(0|[1-9]\d*))*$"#, hint(.invalidVersion("01"))),
        ],
        maximum: (String(Int32.max), hint(.invalidVersion("9999999999")))),
      Scale(
        name: "count", example: "0",
        rules: [(#"^(0|[1-9]\d*)$"#, hint(.creditsExpected("")))],
        maximum: maximum(Int64.max)),
      Scale(
        name: "date", example: "2026-12-01",
        rules: [
          (
            #"^(19[7-9]\d|[2-9]\d{3})-\d\d-\d\d(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?Z)?$"#,
            hint(.invalidDate(""))
          )
        ]),
      Scale(
        name: "percent", example: "12.5",
        rules: [
          (
            #"^(0|[1-9]\d?)(\.\d{1,4})?$"#,
            "write a number from 0 to below 100 with at most four decimals"
          )
        ]),
      Scale(
        name: "integer", example: "0", rules: [(#"^(0|-?[1-9]\d*)$"#, "write a whole number")],
        maximum: maximum(AttributeDomain.integers.upperBound)),
      Scale(name: "text", example: "text", rules: [("^[^]", "the text must not be empty")]),
    ]

    static func maximum(_ number: Int64) -> (value: String, hint: String) {
      ("\(number)", "the maximum is \(number)")
    }

    static func hint(_ problem: Diagnostic) -> String { problem.hint ?? problem.message }
  }
}

extension JSONWriter {
  mutating func objects<Element>(
    _ key: StaticString, _ elements: some Sequence<Element>,
    _ write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    array(of: elements) { element, json in json.object { write(element, &$0) } }
  }
}
