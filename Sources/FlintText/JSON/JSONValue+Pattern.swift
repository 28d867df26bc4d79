/// So that a `switch` over a key can have literals.
@inlinable @inline(__always)
package func ~= (pattern: StaticString, value: JSONValue) -> Bool { value.equals(pattern) }
