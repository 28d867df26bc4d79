/// Returns whether a JSON string has the bytes of a literal. This lets a `switch` over a key have string literals as
/// cases.
@inlinable @inline(__always)
package func ~= (pattern: StaticString, value: JSONValue) -> Bool { value.equals(pattern) }
