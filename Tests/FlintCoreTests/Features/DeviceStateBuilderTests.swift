import FlintCore
import FlintModel
import Testing

@Suite("A device state built in Swift")
struct DeviceStateBuilderTests {
  static let membership = SubscriptionGroup("club", levels: ["plus", "patron"])
  static let plus = AutoRenewingSubscriptionProduct(
    name: "Plus", productID: "PLUS", group: membership, level: "plus")
  static let patron = AutoRenewingSubscriptionProduct(
    name: "Patron", productID: "PATRON", group: membership, level: "patron")
  static let coin = ConsumableProduct(name: "Coin", productID: "COIN")

  enum Tour: ConditionalFeature {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.runtimeEnabled()
      requirements.userToggled(defaultValue: false)
      requirements.permission(.locationWhenInUse)
      requirements.purchase(PurchaseRequirement(membership))
      requirements.purchase(PurchaseRequirement(coin, quantity: 2))
      requirements.attribute(FeatureAttribute<Int>("visits").atLeast(3))
      requirements.rollout(percent: 10, bucket: "tour")
    }
  }

  enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Tour.self] }
  }

  static let manifest = Manifest(describing: App.self, products: [plus, patron, coin])

  static func state(_ describe: (inout DeviceStateBuilder) -> Void) -> DeviceState {
    DeviceState(for: manifest, describe)
  }

  @Test("Uses the names of the code, and stores their indices")
  func names() {
    let state = Self.state { state in
      state.platform = .macOS
      state.osVersion = .version("14.2")
      state.appVersion = .version(3)
      state.date = "2026-12-24"
      state.restrict(.locationWhenInUse)
      state.set(Self.plus, until: "2027-01-01")
      state.set(Self.patron, until: "2027-01-01", graceUntil: "2027-01-17")
      state.set(credits: -3, of: Self.coin)
      state.unlock(Tour.self)
      state.unlock(Tour.self)
      state.toggle(Tour.self, isOn: true)
      state.disable(Tour.self)
      state.set(FeatureAttribute<Int>("visits"), to: 4)
      state.draw(9.5, in: "tour")
    }
    #expect(
      state
        == DeviceState(
          platform: .macOS, osVersion: .version("14.2"), appVersion: .version(3),
          date: "2026-12-24", permissions: [.locationWhenInUse: .restricted],
          purchases: [
            0: .until("2027-01-01"), 1: .until("2027-01-01", graceUntil: "2027-01-17"),
            2: .credits(0),
          ], unlocked: [0], toggles: [0: true], runtime: [0: .no], attributes: [0: .integer(4)],
          buckets: [0: 9.5]))
  }

  @Test("Has only the last purchased subscription of a group")
  func oneOfAGroup() {
    let state = Self.state { state in
      state.purchase(Self.plus)
      state.purchase(Self.patron)
    }
    #expect(state.purchases == [0: .status(.notPurchased), 1: .status(.purchased)])
  }

  @Test("Implies while-in-use location from always-on location")
  func impliedPermission() {
    let state = Self.state { $0.grant(.locationAlways) }
    #expect(
      state.permissions == [.locationAlways: .authorized, .locationWhenInUse: .authorized])
  }

  @Test("Defaults to a fresh install of the app, and nil removes a value")
  func freshInstall() {
    #expect(Self.state { _ in } == Self.manifest.freshInstall)
    let state = Self.state { state in
      state.toggle(Tour.self, isOn: true)
      state.toggle(Tour.self, isOn: nil)
      state.enable(Tour.self)
      state.set(Tour.self, runtimeFlag: nil)
    }
    #expect(state == Self.manifest.freshInstall)
  }

  @Test("Can be changed in the same way, and keeps the other values")
  func changes() {
    let device = SimulatedDevice(for: Self.manifest) { $0.purchase(Self.plus) }
    device.change { $0.toggle(Tour.self, isOn: true) }
    #expect(device.status(of: Self.plus) == .purchased)
    #expect(device.isOn(Tour.self) == true)
  }
}
