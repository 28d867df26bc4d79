import FlintCore
import Testing

// The code of the page “ConditionalFeature”, the earliest form of the protocol. A function value below checks the
// declaration of `request(_:)` that the page shows.

enum ConditionalFeaturePage {
  public class TimelineFeature: ConditionalFeature {
    public static var availability: FeatureAvailability = .runtimeEvaluated

    public static var description: String =
      "Maintains an in-memory timeline of actions for debugging and reporting"

    public static var isAvailable: Bool? = true

    public static func prepare(actions: FeatureActionsBuilder) {
      if isAvailable == true {
        Flint.dispatcher.add(observer: TimelineDispatchObserver.instance)
      }
    }
  }

  final class TimelineDispatchObserver: ActionDispatchObserver {
    static let instance = TimelineDispatchObserver()
    let log = Recorder()

    func actionDidComplete(_ dispatch: ActionDispatch, outcome: ActionOutcome) {
      log.note("\(dispatch.featureID): \(dispatch.action)")
    }
  }

  final class BoughtFeature: ConditionalFeature {
    static var availability: FeatureAvailability = .purchase(
      PurchaseRequirement(premiumSubscription))
  }

  final class UnlockedFeature: ConditionalFeature {
    static var availability: FeatureAvailability = .purchaseRequired(
      requirement: PurchaseRequirement(premiumSubscription))
  }

  final class ToggledFeature: ConditionalFeature {
    static var availability: FeatureAvailability = .userToggled
  }

  final class ForgetfulFeature: ConditionalFeature {
    static var availability: FeatureAvailability = .runtimeEvaluated
  }

  final class ForgetfulGroup: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] = [ForgetfulFeature.self]
  }

  final class AppFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] = [
      TimelineFeature.self, BoughtFeature.self, UnlockedFeature.self, ToggledFeature.self,
    ]
  }
}

extension ConditionalFeaturePage.TimelineFeature {
  static let link = action(PerformIncomingURLAction.self)
}

@Suite("Page: ConditionalFeature", .serialized)
struct ConditionalFeatureProtocolTests {
  private typealias Page = ConditionalFeaturePage

  @Test("A runtime evaluated feature is available if its own isAvailable is true")
  func runtimeEvaluated() {
    Flint.withOwnRegistry {
      Flint.setup(Page.AppFeatures.self)
      let request:
        (ConditionalActionBinding<Page.TimelineFeature, PerformIncomingURLAction>)
          -> ConditionalActionRequest<Page.TimelineFeature, PerformIncomingURLAction>? =
          Page.TimelineFeature.request(_:)
      request(Page.TimelineFeature.link)?.perform(
        using: Recorder(), with: Link(address: "app:start"))
      #expect(
        Page.TimelineDispatchObserver.instance.log.lines == ["timeline: performIncomingURL"])
      Page.TimelineFeature.isAvailable = false
      defer { Page.TimelineFeature.isAvailable = true }
      #expect(request(Page.TimelineFeature.link) == nil)
      #expect(Page.TimelineFeature.purchases.all.isEmpty)
    }
  }

  @Test("The other kinds of availability are equivalent to constraints")
  func otherKinds() {
    let evaluation = Page.AppFeatures.evaluation(of:in:)
    for id in ["bought", "unlocked"] {
      #expect(
        evaluation(id, { _, _ in }).constraints.map(\.constraint) == [.purchase(.product(0))])
    }
    #expect(
      evaluation("toggled", { _, _ in }).constraints.map(\.constraint)
        == [.userToggled(defaultValue: false)])
  }

  @Test(
    "A runtime evaluated feature without isAvailable terminates the program with what to declare")
  func forgetful() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Manifest(describing: ConditionalFeaturePage.ForgetfulGroup.self).features
      Flint.setup(ConditionalFeaturePage.ForgetfulGroup.self)
      _ = ConditionalFeaturePage.ForgetfulFeature.isAvailable
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("'ForgetfulFeature' is runtimeEvaluated but declares no isAvailable"))
  }
}
