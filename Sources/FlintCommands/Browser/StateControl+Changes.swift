internal import FlintAnalysis
internal import FlintCore
import FlintLogic
internal import FlintReport

extension StateControl {
  /// Returns the value, in a state, of the fact that this control changes, such as the platform. If the state does not
  /// contain the fact, the result is the default value of the fact, or `notGiven` for a fact without a default, such as
  /// the date.
  func value(in state: ResolvedState) -> FactValue {
    switch self {
    case .osVersion: .system(state.platform, state.osVersion)
    case .platform: .system(state.platform, .latest)
    case .fact(let fact): state.value(of: fact)
    }
  }

  /// Returns the values of this control (a row for one fact) that the left and right arrow keys select one after the
  /// other, in order. For a toggle (a switch that the user turns on or off), for example, they are off and on.
  private func values(in state: ResolvedState) -> [FactValue] {
    let manifest = state.manifest
    guard case .fact(let fact) = self else {
      let systems = breakpoints(in: manifest).systems
      return versionsToCycle(systems[Int(state.platform.rawValue)], [state.osVersion]).map {
        .system(state.platform, $0)
      }
    }
    switch fact {
    case .system:
      let named = manifest.app.platforms?.map(\.platform) ?? Platform.allCases
      return Platform.allCases.filter { named.contains($0) || $0 == state.platform }.map {
        .system($0, .latest)
      }
    case .device(let device):
      let declared = manifest.defaultValue(of: device, on: state.platform)
      return (device.canBeAbsent ? [.notGiven] : [])
        + valuesToCycle(of: fact, in: state, besides: declared).map { .typed($0) }
    case .permission(let permission):
      return SystemPermissionStatus.allCases.filter { permission.allows($0) }.map {
        .permission($0)
      }
    case .permissionDefault:
      return SystemPermissionStatus.allCases.filter { status in
        SystemPermission.allCases.allSatisfy { $0.allows(status) }
      }.map { .permission($0) }
    case .product(let product):
      let type = manifest.products[product].type
      return PurchaseStatus.allCases.filter { type.allows($0) }.map { .purchase($0) }
    case .purchaseDefault: return PurchaseStatus.defaults.map { .purchase($0) }
    case .bucket(let bucket):
      let percents = breakpoints(in: manifest).percents[bucket] ?? []
      let given = state.bucket(bucket).map { [$0] } ?? []
      return [.notGiven]
        + Set([.zero] + percents + given).filter { $0 < .hundred }.sorted().map {
          .bucket($0)
        }
    case .age: return [state.given.value(of: fact)]
    case .unlocked: return [.notGiven, .flag(.yes)]
    case .toggle: return [.flag(.no), .flag(.yes)]
    case .runtime: return [.flag(.no), .flag(.yes), .flag(.unknown)]
    case .attribute:
      return (valuesToCycle(of: fact, in: state) + [.unknown]).map { .typed($0) }
    }
  }

  /// Returns the versions through which the left and right arrow keys of `browse` cycle, in ascending order, followed
  /// by “latest”. They are the breakpoints (versions at which the outcome of a constraint changes), the version just
  /// below each breakpoint, and the versions in `others`, such as the current one.
  private func versionsToCycle(
    _ breakpoints: [Version], _ others: [InstalledVersion]
  ) -> [InstalledVersion] {
    var versions = Set(breakpoints + breakpoints.compactMap(\.predecessor))
    for case .version(let version) in others { versions.insert(version) }
    return versions.sorted().map { .version($0) } + [.latest]
  }

  /// Returns the values of a typed fact, such as an attribute or the date, through which the left and right arrow keys
  /// of `browse` cycle. They depend on the type of the fact:
  ///
  /// - Boolean or choice: all values;
  /// - text: the texts that constraints name, examples of texts that match the patterns in constraints, and the current
  ///   text;
  /// - number, version or date: the breakpoints (values at which the outcome of a constraint changes), the values just
  ///   below the breakpoints, and the current value.
  ///
  /// - Parameter declared: For the app version, the version that it has in a state that does not set it; this version
  ///   is then listed, too. Nil for all other facts.
  private func valuesToCycle(
    of fact: Fact, in state: ResolvedState, besides declared: AttributeValue? = nil
  ) -> [AttributeValue] {
    let cuts = breakpoints(in: state.manifest)[fact]
    let current = state.value(of: fact).typed
    let domain = state.manifest.domain(of: fact)
    switch domain {
    case .text:
      var texts = DistinctList<ExactText>()
      for text in cuts.texts { texts.append(text) }
      let others = TextClasses.texts(besides: texts.elements, patterns: cuts.patterns)
      for text in others?.matching ?? [] { texts.append(text) }
      if case .text(let text) = current { texts.append(text) }
      return texts.elements.map { .text($0) }
    case .integer:
      var numbers = Set(cuts.integers.flatMap { [$0 - 1, $0] })
      if case .integer(let number) = current { numbers.insert(number) }
      return numbers.filter { AttributeDomain.integers.contains($0) }.sorted().map { .integer($0) }
    case .version:
      let others = [current, declared].compactMap { value -> InstalledVersion? in
        if case .version(let version) = value { version } else { nil }
      }
      return versionsToCycle(cuts.versions, others).map { .version($0) }
    case .date:
      let given: DateTime? = if case .date(let date) = current { date } else { nil }
      var dates = cuts.dates
      for age in cuts.ages {
        dates += [state.date.flatMap { DateTime(seconds: $0.seconds - age) }].compactMap(\.self)
      }
      return datesToCycle(dates, given).map { .date($0) }
    case .boolean, .choice: return domain.listedValues()
    }
  }

  /// Returns the dates through which the left and right arrow keys of `browse` cycle, in ascending order: the
  /// breakpoints (times at which the outcome of a constraint changes), the time one day before each breakpoint, and the
  /// current date, if there is one.
  private func datesToCycle(_ breakpoints: [DateTime], _ current: DateTime?) -> [DateTime] {
    let before = breakpoints.compactMap { DateTime(seconds: $0.seconds - 86400) }
    return Set(breakpoints + before + [current].compactMap(\.self)).sorted()
  }

  private func breakpoints(in manifest: Manifest) -> Breakpoints {
    var breakpoints = Breakpoints()
    breakpoints.add(manifest)
    return breakpoints
  }

  /// Returns the state after an arrow key was pressed on this control. The new value is `step` positions after the
  /// current one in the list of the control's values, or before it if `step` is negative. After the last value follows
  /// the first. For a consumable (a product that the user can buy several times and uses up), `step` is instead added
  /// to its number of credits, the units that the user has left.
  func stepped(by step: Int, in state: ResolvedState) -> DeviceState {
    var new = state.given
    if let held = credits(in: state), case .fact(.product(let product)) = self {
      let (sum, overflows) = held.addingReportingOverflow(Int64(step))
      new.purchases[product] = .credits(overflows ? held : max(sum, 0))
      return new
    }
    let values = values(in: state)
    let index = values.firstIndex(of: value(in: state)) ?? 0
    new.set(fact, to: values[(index + step + values.count) % values.count])
    if case .product(let product) = fact, new.purchases[product] == .status(.purchased) {
      for other in state.manifest.otherProductsInGroup(of: product)
      where new.purchases[other] != nil {
        new.purchases[other] = .status(.notPurchased)
      }
    }
    return new
  }

  /// Returns the state after the Backspace key was pressed on this control: the fact has the value of a fresh install
  /// (the state of an app that was just installed) again.
  func resetToDefault(in state: DeviceState, of manifest: Manifest) -> DeviceState {
    var new = state
    if self == .osVersion {
      new.osVersion = .latest
    } else {
      new.set(fact, to: manifest.freshInstall.value(of: fact))
    }
    return new
  }

  private var fact: Fact {
    switch self {
    case .osVersion: .system
    case .fact(let fact): fact
    }
  }

  // MARK: Typing

  /// Returns the number of credits in a state if the control is for a consumable product (one that the user can buy
  /// several times and uses up); nil for any other control.
  func credits(in state: ResolvedState) -> Int64? {
    guard case .fact(.product(let product)) = self,
      case .credits(let held) = state.holding(of: product)
    else { return nil }
    return held
  }

  /// A prompt at which the user types a value for a control, instead of selecting one with the arrow keys.
  struct Input {
    let question: String

    /// A description of the values that can be typed, such as `a whole number`. In an error message, it follows the
    /// word “expected”.
    let expected: String

    let apply: (_ text: String, _ state: DeviceState) -> DeviceState?
  }

  /// Returns the prompt at which the user can type a value for this control; nil if its values can only be selected
  /// with the arrow keys.
  func input(in state: ResolvedState) -> Input? {
    let fact = fact
    func input(
      _ question: String, _ expected: String, _ value: @escaping (String) -> FactValue?
    ) -> Input {
      Input(question: question, expected: expected) { text, state in
        value(text).map { value in
          var state = state
          state.set(fact, to: value)
          return state
        }
      }
    }
    let platform = state.platform
    switch self {
    case .osVersion:
      return input("\(platform.name) version:", AttributeInput.versionExpected) {
        InstalledVersion($0).map { .system(platform, $0) }
      }
    case .fact(.device(let device)):
      let label = StateSection.device(device).label
      let typed = AttributeInput(device.domain, name: label)
      return typed.prompt.map { _, expected in
        input("\(label.capitalizedFirst):", expected) { typed.value($0).map { .typed($0) } }
      }
    case .fact(.bucket):
      return input("Rollout position, from 0 to below 100:", "a number from 0 to below 100") {
        Percent($0).flatMap { $0 < .hundred ? .bucket($0) : nil }
      }
    case .fact(.attribute(let attribute)):
      let manifest = state.manifest
      let declaration = manifest.attributes[attribute]
      return AttributeInput(declaration.domain, name: declaration.name).prompt.map {
        question, expected in
        Input(question: question, expected: expected) { text, state in
          var flags = StateFlags(manifest, startingFrom: state)
          let isValid = (try? flags.setAttribute("\(declaration.id)=\(text)")) != nil
          return isValid ? flags.state : nil
        }
      }
    case .fact(.product(let product)):
      if credits(in: state) == nil { return nil }
      return Input(question: "Credits:", expected: "a number of credits") { text, state in
        creditCount(text).map { held in
          var state = state
          state.purchases[product] = .credits(held)
          return state
        }
      }
    case .fact: return nil
    }
  }
}
