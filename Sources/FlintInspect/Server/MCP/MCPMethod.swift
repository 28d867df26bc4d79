enum MCPMethod: String, RPCMethod {
  case initialize, ping
  case initialized = "notifications/initialized"
  case cancelled = "notifications/cancelled"
  case listTools = "tools/list"
  case callTool = "tools/call"
  case listResources = "resources/list"
  case readResource = "resources/read"
  case listPrompts = "prompts/list"

  var isRequest: Bool {
    switch self {
    case .initialize, .ping, .listTools, .callTool, .listResources, .readResource, .listPrompts:
      true
    case .initialized, .cancelled: false
    }
  }
}

typealias MCPMessage = RPCMessage<MCPMethod>

extension ResponseError.Code {
  static let resourceNotFound = ResponseError.Code(number: -32002)
}
