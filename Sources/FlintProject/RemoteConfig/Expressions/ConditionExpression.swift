/// An expression in reverse Polish notation: operators follow their operands. Deeply nested expressions can therefore
/// be evaluated without recursion.
struct ConditionExpression {
  enum Step {
    /// A rule, and its range in the template.
    case rule(TargetingRule, Range<Int>)
    /// Negates the last operand.
    case not
    /// Combines this number of last operands, at least two.
    case all(Int)
    case any(Int)
  }

  var steps: [Step] = []
}
