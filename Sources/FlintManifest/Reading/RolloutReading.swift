import FlintModel
import FlintText

extension ManifestReader {
  /// `{ "percent": 10, "bucket": "ai" }`; the feature's id is the default bucket.
  mutating func readRollout(
    _ value: JSONValue, _ context: ConditionContext, _ facts: FeatureContext
  ) -> RolloutRequirement? {
    guard value.kind == .object else {
      problems.plainRollout(value, needsBucket: context.unowned != nil)
      return nil
    }
    var (percent, bucket): (JSONValue?, JSONValue?)
    for (key, _, member) in problems.members(of: value, in: "'rollout'", as: RolloutKey.self) {
      switch key {
      case .percent: percent = member
      case .bucket: bucket = member
      }
    }
    var name: String?
    if let bucket {
      name = problems.string(bucket, "'bucket'")
      if let name, !isIdentifier(name) { problems.add(.invalidID(name, of: .bucket), at: bucket) }
    } else if let unowned = context.unowned {
      problems.add(.missingBucket(in: unowned), atStartOf: value)
    } else {
      name = facts.id?.string
    }
    let number = name.map { buckets.insert($0).index }
    let share = percent.flatMap { problems.percent($0, "'percent'", isAssigned: false) }
    guard let number, let share else { return nil }
    return RolloutRequirement(percent: share, bucket: number)
  }
}
