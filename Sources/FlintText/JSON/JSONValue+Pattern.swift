/// Returns whether a JSON string is equal to a string literal, byte by byte. With this operator, a `switch` over a key
/// can have string literals as cases.
@inlinable @inline(__always)
package func ~= (pattern: StaticString, value: JSONValue) -> Bool { value.equals(pattern) }
