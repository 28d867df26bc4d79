import FlintCore
import FlintModel
import Synchronization
import Testing

@Suite("Setting up Flint")
struct SetupTests {
  enum Speed: ConditionalFeature {
    static let premium = NonConsumableProduct(name: "Premium", productID: "PREM")
    static let set = FeatureAttribute<Bool>("ready", defaultValue: true)

    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.userToggled(defaultValue: true)
      requirements.purchase(premium)
      requirements.permission(.camera)
      requirements.attribute(set)
    }
    static let go = action(GoAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
      actions.declare(go)
    }
  }
  enum Switch: ConditionalFeature, FeatureGroup {
    static func constraints(requirements: FeatureConstraintsBuilder) {
      requirements.runtimeEnabled()
    }
    static var subfeatures: [FeatureDefinition.Type] { [] }
  }
  enum Stranger: ConditionalFeature {}
  enum Plain: Feature {
    static let go = action(GoAction.self)
  }
  enum App: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [Speed.self, Plain.self] }
  }
  enum GoAction: Action {
    static func perform(
      context: ActionContext<Int>, presenter: NoPresenter,
      completion: @escaping @Sendable (ActionOutcome) -> Void
    ) {
      if context.input < 0 { completion(.failure(Backwards())) } else { completion(.success) }
    }
  }
  struct Backwards: Error {}

  private final class Notes: ActionDispatchObserver {
    private let notes = Recorder<String>()
    var all: [String] { notes.elements }
    func note(_ text: String) { notes.append(text) }

    func actionWillBegin(_ dispatch: ActionDispatch) {
      note("will \(dispatch.featureID).\(dispatch.action)")
    }
    func actionDidComplete(_ dispatch: ActionDispatch, outcome: ActionOutcome) {
      if case .success = outcome { note("did") } else { note("failed") }
    }
  }

  @Test("A query before setup terminates the program with the call to add")
  func notSetUp() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SetupTests.Speed.isAvailable
    }
    checkOutput(of: result, contains: "Flint is not set up: call Flint.setup(_:)")
  }

  @Test("A query of an unprepared feature terminates the program with where to add it")
  func notPrepared() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Flint.setup(SetupTests.App.self)
      _ = SetupTests.Stranger.permissions
    }
    checkOutput(of: result, contains: "'Stranger' is not in the feature tree: add it to")
  }

  @Test("A second setup terminates the program")
  func twice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Flint.setup(SetupTests.App.self)
      Flint.quickSetup(SetupTests.App.self)
    }
    checkOutput(of: result, contains: "Flint is already set up")
  }

  @Test(
    "Actions are performed between the calls of their observers, and unconditional ones without a request"
  )
  func actions() {
    let notes = Notes()
    Flint.withOwnRegistry {
      Flint.dispatcher.add(observer: notes)
      Flint.setup(App.self) { $0.purchaseTracker = InMemoryPurchases(defaultStatus: .purchased) }
      Plain.go.perform(with: 1) { _ in notes.note("completion") }
      Plain.go.perform(with: -1)
      if Speed.go.request() == nil { notes.note("no request") }
      Flint.permissionChecker = InMemoryPermissions(statuses: [.camera: .authorized])
      Speed.go.request()?.perform(with: 1)
      Flint.dispatcher.remove(observer: notes)
      Plain.go.perform(with: 1)
      #expect(Flint.manifest.features.map(\.actions) == [["go"], []])
    }
    #expect(
      notes.all == [
        "will plain.go", "did", "completion", "will plain.go", "failed", "no request",
        "will speed.go", "did",
      ])
  }

  @Test("A refused request logs the reason")
  func refusal() {
    let events = Recorder<String>()
    Flint.withOwnRegistry {
      Flint.setup(App.self) { dependencies in
        dependencies.purchaseTracker = InMemoryPurchases()
        dependencies.log = { event in events.append("\(event)") }
      }
      if Speed.go.request() == nil { events.append("no request") }
    }
    let expected = ["refused 'go' of 'speed': “Premium” has not been purchased", "no request"]
    #expect(events.elements == expected)
  }

  @Test("Observers are notified of every change of a status, whatever its cause")
  func availabilityChanges() {
    let purchases = InMemoryPurchases()
    let debug = DebugPurchaseTracker(targetPurchaseTracker: purchases)
    let permissions = InMemoryPermissions(answers: [.camera: .authorized])
    let toggles = InMemoryToggles()
    let attributes = InMemoryAttributes()
    let steps: [(expected: FeatureStatus, change: () -> Void)] = [
      (.undetermined, { purchases.set(.purchased, of: Speed.premium) }),
      (.available, { permissions.requestAuthorization(for: .camera) }),
      (.unavailable, { toggles.set(false, for: Speed.self) }),
      (.available, { toggles.set(nil, for: Speed.self) }),
      (.unavailable, { attributes.set(Speed.set, to: false) }),
      (.undetermined, { attributes.set(Speed.set, to: nil) }),
      (.available, { attributes.unset(Speed.set) }),
      (.unavailable, { debug.overridePurchase(productID: "PREM", with: .notPurchased) }),
      (.available, { debug.invalidateAllPurchaseOverrides() }),
      (.unavailable, { Flint.purchaseTracker = InMemoryPurchases() }),
    ]
    let told = Recorder<AvailabilityChange>()
    Flint.withOwnRegistry {
      Flint.setup(App.self) { dependencies in
        dependencies.purchaseTracker = debug
        dependencies.permissionChecker = permissions
        dependencies.userToggles = toggles
        dependencies.attributes = attributes
      }
      let observation = Flint.availabilityChanges.observe { change in
        told.append(change)
        check(Speed.self, isAvailable: change.status.isAvailable)
      }
      let changes = steps.map { AvailabilityChange(featureID: "speed", status: $0.expected) }
      for (index, step) in steps.enumerated() {
        step.change()
        #expect(told.elements.last == changes[index], "step \(index)")
        check(Speed.self, isAvailable: step.expected.isAvailable)
      }
      observation.cancel()
      Flint.purchaseTracker = debug
      #expect(told.elements == changes)
    }
  }

  @Test("An unobserved change is visible to queries at once, and reported after noteChange()")
  func unobservedChange() {
    let flag = Mutex<Ternary>(.yes)
    let told = Recorder<AvailabilityChange>()
    Flint.withOwnRegistry {
      Flint.setup(Switch.self) { $0.runtimeFlag = { _ in flag.withLock { $0 } } }
      let observation = Flint.availabilityChanges.observe { told.append($0) }
      flag.withLock { $0 = .no }
      check(Switch.self, isAvailable: false)
      #expect(told.elements.isEmpty)
      Flint.noteChange()
      Flint.noteChange()
      let change = AvailabilityChange(featureID: "switch", status: .unavailable)
      #expect(told.elements == [change])
      observation.cancel()
    }
  }

  @Test("Data sources can be assigned from several threads at once, and all are observed")
  func assignments() async {
    await Flint.withOwnRegistry {
      Flint.setup(App.self)
      for _ in 0..<200 {
        let (purchases, toggles) = (InMemoryPurchases(), InMemoryToggles())
        await withTaskGroup(of: Void.self) { group in
          group.addTask { Flint.purchaseTracker = purchases }
          group.addTask { Flint.userToggles = toggles }
        }
        #expect(Flint.purchaseTracker as? InMemoryPurchases === purchases)
        #expect(Flint.userToggles as? InMemoryToggles === toggles)
        let told = Recorder<AvailabilityChange>()
        let observation = Flint.availabilityChanges.observe { told.append($0) }
        purchases.set(.purchased, of: Speed.premium)
        toggles.set(false, for: Speed.self)
        #expect(told.elements.count == 2)
        observation.cancel()
      }
    }
  }

  @Test("A change below an override is reported when the override is removed")
  func beneathOverride() {
    let purchases = InMemoryPurchases()
    let debug = DebugPurchaseTracker(targetPurchaseTracker: purchases)
    let told = Recorder<PurchaseChange>()
    let observation = debug.purchaseChanges.observe { told.append($0) }
    func statuses() -> [PurchaseStatus?] {
      [debug.status(of: Speed.premium), debug.overriddenStatus(productID: "PREM")]
    }
    debug.overridePurchase(productID: "PREM", with: .unknown)
    purchases.set(.purchased, of: Speed.premium)
    #expect(statuses() == [.unknown, .unknown])
    debug.invalidatePurchaseOverride(productID: "PREM")
    #expect(statuses() == [.purchased, nil])
    purchases.setUnlocked(true, featureID: "speed")
    #expect(debug.isUnlocked(featureID: "speed"))
    let changes: [PurchaseChange] = [
      .product(productID: "PREM"), .product(productID: "PREM"), .unlocked(featureID: "speed"),
    ]
    #expect(told.elements == changes)
    observation.cancel()
  }

  @Test("A simulated device has the status of its state, and records the app's changes")
  func simulatedDevice() {
    let manifest = Manifest(describing: App.self)
    let device = SimulatedDevice(DeviceState(purchases: [0: .status(.purchased)]), for: manifest)
    Flint.withOwnRegistry {
      Flint.setup(App.self) { $0.simulate(device) }
      check(Speed.self, isAvailable: nil)
      device.state.permissions[.camera] = .authorized
      check(Speed.self, isAvailable: true)
      Flint.userToggles.set(false, for: Speed.self)
      #expect(device.state.toggles == [0: false])
      check(Speed.self, isAvailable: false)
      device.state = DeviceState(unlocked: [0])
      #expect(Flint.purchaseTracker.isUnlocked(featureID: "speed"))
      #expect(Speed.permissions.notDetermined == [.camera])
    }
  }

  @Test("Concurrent queries and changes are safe, and the last change takes effect")
  func threads() async {
    let purchases = InMemoryPurchases()
    let permissions = InMemoryPermissions(statuses: [.camera: .authorized])
    await Flint.withOwnRegistry {
      Flint.setup(App.self) { dependencies in
        dependencies.purchaseTracker = purchases
        dependencies.permissionChecker = permissions
      }
      let told = Recorder<AvailabilityChange>()
      let observation = Flint.availabilityChanges.observe { told.append($0) }
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<16 {
          group.addTask {
            for round in 0..<50 {
              purchases.set(
                (task + round).isMultiple(of: 2) ? .purchased : .unknown, of: Speed.premium)
              _ = Speed.go.request()
              _ = Speed.permissions.all
              if round.isMultiple(of: 25) { Flint.userToggles = InMemoryToggles() }
            }
          }
        }
      }
      purchases.set(.unknown, of: Speed.premium)
      purchases.set(.purchased, of: Speed.premium)
      check(Speed.self, isAvailable: true)
      #expect(told.elements.last?.status == .available)
      observation.cancel()
    }
  }
}
