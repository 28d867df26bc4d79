/// The expression of a Remote Config condition, in reverse Polish notation: operators follow their operands. Deeply
/// nested expressions can therefore be evaluated without recursion.
struct ConditionExpression {
  enum Step {
    /// An operand: a targeting rule, with its byte range in the template.
    case rule(TargetingRule, Range<Int>)
    /// The operator `!`, which negates the last operand.
    case not
    /// The operator `&&`, which combines the given number of last operands, at least two. `any` is the operator `||`.
    case all(Int)
    case any(Int)
  }

  var steps: [Step] = []
}
