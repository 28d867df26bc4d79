/// An expression in reverse Polish notation: operands come before what joins them, so that no nesting, however deep,
/// needs recursion.
struct ConditionExpression {
  enum Step {
    /// A rule, with the bytes of the template that it takes.
    case rule(TargetingRule, Range<Int>)
    /// Negates the last operand.
    case not
    /// Joins so many of the last operands, at least two.
    case all(Int)
    case any(Int)
  }

  var steps: [Step] = []
}
