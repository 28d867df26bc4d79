/// The expression of a Remote Config condition, in reverse Polish notation: operators follow their operands. Deeply
/// nested expressions can therefore be evaluated without recursion.
struct ConditionExpression {
  enum Step {
    /// An operand: a targeting rule, with its byte range in the template.
    case rule(TargetingRule, Range<Int>)
    /// The operator `!`, which negates the operand before it.
    case not
    /// The operator `&&`. The associated value is the number of operands before the operator that it combines, at least
    /// two. The next case, `any`, is the operator `||`.
    case all(Int)
    case any(Int)
  }

  var steps: [Step] = []
}
