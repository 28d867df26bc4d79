/// The expression of a Firebase Remote Config condition, in reverse Polish notation: an operator follows its operands.
/// The expression can therefore be evaluated without recursion, even if it is deeply nested.
struct ConditionExpression {
  enum Step {
    /// An operand: a rule such as `device.os == 'ios'`, with its byte range in the template file.
    case rule(TargetingRule, Range<Int>)
    /// The operator `!`. Its operand is the last result of the steps before the operator. For example, the steps of
    /// `!a` are `a` and `not`.
    case not
    /// The operator `&&`. The associated value is the number of its operands, at least two. The operands are the last
    /// results of the steps before the operator. For example, the steps of `a && b && c` are `a`, `b`, `c` and
    /// `all(3)`.
    case all(Int)
    /// The operator `||`. The associated value is the number of its operands, at least two. The operands are the last
    /// results of the steps before the operator. For example, the steps of `a || b` are `a`, `b` and `any(2)`.
    case any(Int)
  }

  var steps: [Step] = []
}
