/// Lets a `switch` over a key compare bytes: `case "platforms":`.
@inline(__always)
func ~= (pattern: StaticString, value: JSONValue) -> Bool { value.equals(pattern) }
