/// Reverse Polish, so that evaluation needs no recursion.
struct ConditionExpression {
  enum Step {
    /// With its range in the template.
    case rule(TargetingRule, Range<Int>)
    case not
    /// Of the last results, at least two.
    case all(Int)
    /// Of the last results, at least two.
    case any(Int)
  }

  var steps: [Step] = []
}
