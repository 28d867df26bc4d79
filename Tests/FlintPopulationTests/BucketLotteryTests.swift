import FlintModel
import Testing

@testable import FlintPopulation

@Suite("Positions in rollout buckets")
struct BucketLotteryTests {
  private static let manifest = Manifest(
    buckets: ["sale"],
    features: [
      FeatureDeclaration(
        id: "f", constraints: [.rollout(RolloutRequirement(percent: 20, bucket: 0))])
    ])

  @Test(
    "Are computed by the documented hash",
    arguments: [("“3”", 159_121), ("“7”", 903_409)])
  func position(id: String, position: Int) {
    #expect(BucketPositions(["x", "sale"]).position(in: 1, of: id.utf8) == position)
  }

  @Test(
    "Are assigned by ids that are strings or integers, to lines without a position",
    arguments: [
      (#"{"id":"“3”"}"#, FeatureStatus.available), (#"{"id":"“7”"}"#, .unavailable),
      (#"{"id":"\u201c3\u201d"}"#, .available),
      (#"{"id":"“3”","buckets":{"sale":99.5}}"#, .unavailable),
      (#"{"buckets":{"sale":19.9999},"id":"“7”"}"#, .available), ("{}", .undetermined),
      (#"{"id":null}"#, .undetermined), (#"{"id":1.5}"#, .undetermined),
      (#"{"id":1e2}"#, .undetermined), (#"{"id":["a"]}"#, .undetermined),
    ])
  func lines(line: String, status: FeatureStatus) throws {
    let options = LineOptions(assignsPositions: true)
    let feature = try judge(line, of: Self.manifest, options).audience.features[0]
    #expect(feature.available == (status == .available ? 1 : 0))
    #expect(feature.undetermined == (status == .undetermined ? 1 : 0))
    let undrawn = try judge(line, of: Self.manifest).audience.features[0]
    #expect(line.contains("sale") || undrawn.undetermined == 1)
  }

  @Test("Are computed from the digits of an integer, however the line is read")
  func integers() throws {
    for id in ["0", "7", "-12", "123456789012345678901234567890"] {
      func weight(_ line: String) throws -> Int64 {
        try judge(line, of: Self.manifest, LineOptions(assignsPositions: true)).audience.features[0]
          .available
      }
      let plain = try weight(#"{"id":\#(id)}"#)
      #expect(try weight(#"{"id":"\#(id)"}"#) == plain)
      #expect(try weight(#"{"id":\#(id),"x-\u0061":1}"#) == plain)
    }
  }
}
