import FlintText

struct Outbox {
  enum Framing {
    case headers

    case lines
  }

  private let framing: Framing
  private(set) var bytes: [UInt8] = []

  init(_ framing: Framing) { self.framing = framing }

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func respond(to id: String, _ result: (inout JSONWriter) -> Void) {
    send { writer in
      writer.key("id")
      writer.raw(id)
      writer.key("result")
      result(&writer)
    }
  }

  mutating func fail(_ id: String?, _ error: ResponseError) {
    send { writer in
      writer.key("id")
      writer.raw(id ?? "null")
      writer.key("error")
      writer.object { writer in
        writer.member("code", error.code.number)
        writer.member("message", visible(error.message))
      }
    }
  }

  mutating func notify(_ method: String, _ parameters: (inout JSONWriter) -> Void) {
    send { writer in
      writer.member("method", method)
      writer.key("params")
      parameters(&writer)
    }
  }

  mutating func request(
    _ method: String, id: String, _ parameters: (inout JSONWriter) -> Void
  ) {
    send { writer in
      writer.member("id", id)
      writer.member("method", method)
      writer.key("params")
      parameters(&writer)
    }
  }

  private mutating func send(_ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      members(&writer)
    }
    writer.sink.withBytes { body in
      switch framing {
      case .headers:
        bytes.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
        bytes.append(contentsOf: body)
      case .lines:
        bytes.append(contentsOf: body)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
  }
}
