/// Lets a `switch` compare a key with literals byte by byte: `case "platforms":`.
@inlinable @inline(__always)
package func ~= (pattern: StaticString, value: JSONValue) -> Bool { value.equals(pattern) }
