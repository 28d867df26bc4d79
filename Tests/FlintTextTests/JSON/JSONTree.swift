/// A JSON value as a tree, for comparison with a parsed document.
indirect enum JSONTree: Equatable {
  case object([String: JSONTree])
  case array([JSONTree])
  case string([UInt8])
  case int(Int64)
  case bool(Bool)
  case null
}
