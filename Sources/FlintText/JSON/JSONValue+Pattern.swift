/// Lets a `switch` over a key compare bytes: `case "platforms":`.
@inlinable @inline(__always)
package func ~= (pattern: StaticString, value: JSONValue) -> Bool { value.equals(pattern) }
