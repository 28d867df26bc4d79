import FlintLogic
import FlintModel
import FlintText

extension CommandContext {
  /// Warns about subscriptions that the constraints of features test and whose status is unknown only because the state
  /// has no date.
  func warnOfMissingDate(
    deciding features: @autoclosure () -> [Int], in state: DeviceState, of manifest: Manifest
  ) {
    guard state.date == nil, !state.endingPurchases.isEmpty else { return }
    let tested = manifest.testedProducts(by: manifest.closure(of: features()))
    let count = state.endingPurchases.count(where: tested.contains)
    guard count > 0 else { return }
    diagnostics.warn("--date is missing: the status of \(counted(count, "product")) is unknown")
  }
}
