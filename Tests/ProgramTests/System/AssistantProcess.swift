import Foundation
import ProgramHarness
import Testing

/// A running server that is sent one request after another.
final class AssistantProcess {
  let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest: [UInt8] = []
  private var id = 0

  init(_ arguments: [String], in directory: URL) throws {
    process.executableURL = Package.program
    process.arguments = ["mcp"] + arguments
    process.currentDirectoryURL = directory
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  @discardableResult
  func send(_ method: String, _ parameters: String) throws -> Int {
    id += 1
    try write(AssistantSession.request(id, method, parameters))
    return id
  }

  func notify(_ method: String, _ parameters: String) throws {
    try write(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  private func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Returns when the server has computed for so long that it has read a manifest and begun a proof. The system does
  /// not signal that, so the processor time is polled.
  func waitUntilBusy() throws {
    #if os(Linux)
      for _ in 0..<6000 where try processorTime() < 0.4 { usleep(10_000) }
    #endif
  }

  #if os(Linux)
    private func processorTime() throws -> Double {
      let text = try String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
      // The program's name is in parentheses, and may contain spaces.
      let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
      let ticks = (Double(fields[12]) ?? 0) + (Double(fields[13]) ?? 0)
      return ticks / Double(sysconf(CInt(_SC_CLK_TCK)))
    }
  #endif

  /// Waits for the next line of the server, and returns an empty object if the server ends or writes nothing for a
  /// minute.
  func nextAnswer() throws -> [String: Any] {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(rest[..<end])
        rest.removeSubrange(...end)
        return try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
      }
      let descriptor = output.fileHandleForReading.fileDescriptor
      var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&source, 1, 60_000) > 0 else { return [:] }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return [:] }
      rest += data
    }
  }

  func call(_ tool: String, _ arguments: String = "{}") throws -> [String: Any] {
    let id = try send("tools/call", "{\"name\":\"\(tool)\",\"arguments\":\(arguments)}")
    let answer = try nextAnswer()
    #expect(answer["id"] as? Int == id)
    return answer["result"] as? [String: Any] ?? [:]
  }

  /// Closes both ends, and waits until the process has exited.
  func end() {
    try? input.fileHandleForWriting.close()
    try? output.fileHandleForReading.close()
    process.waitUntilExit()
  }
}
