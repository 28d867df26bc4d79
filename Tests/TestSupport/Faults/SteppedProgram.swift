#if os(Linux)
  public import Foundation

  /// A program that stops before and after each of its system calls. A test can use each stop to kill the program, or
  /// to change files as another process could.
  public struct SteppedProgram {
    public enum Step { case go, kill }

    public enum Ending: Equatable {
      case exited(Int32)
      case killed(signal: Int32)
    }

    /// A stop before or after a system call.
    public struct Stop {
      /// The number of earlier stops.
      public let number: Int
      public let process: pid_t

      /// Whether the stop is before a call. The stop after it is the one before the next call.
      public var isBefore: Bool { number % 2 == 0 }

      /// Whether the program has a file open.
      public func hasOpen(_ path: String) -> Bool {
        let folder = "/proc/\(process)/fd"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return descriptors.contains { descriptor in
          let target = try? FileManager.default
            .destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")
          return target == path
        }
      }
    }

    public struct Outcome {
      public let ending: Ending
      public let output: Data
      public let errors: String
    }

    struct Failure: Error {
      let call: String
      let errno: Int32
    }

    public var words: [String]
    public var directory: URL
    public var environment: [String: String]

    /// Whether the program runs without stops until it stops itself with a signal.
    public var stepsFromOwnStop = false

    /// The file for standard input.
    public var input = URL(filePath: "/dev/null")

    /// The maximum size of files in bytes, to simulate a full disk.
    public var fileSizeLimit: Int?

    /// - Parameter words: The program's path and its arguments.
    public init(_ words: [String], directory: URL, environment: [String: String] = [:]) {
      self.words = words
      self.directory = directory
      self.environment =
        sanitizerOptions
        .merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { $1 }
        .merging(environment) { $1 }
    }

    /// Whether the system allows a process to trace another one.
    public static let isPossible: Bool = {
      let program = SteppedProgram(["/bin/sh", "-c", "exit 7"], directory: URL(filePath: "/"))
      var stops = 0
      let outcome = try? program.run { _ in
        stops += 1
        return .go
      }
      return outcome?.ending == .exited(7) && stops > 0
    }()

    /// Runs the program to its end. Only its first thread is traced.
    ///
    /// ⏎ - Parameter step: The function called at each stop.
    public func run(step: (Stop) throws -> Step = { _ in .go }) throws -> Outcome {
      var output = try ChildStream()
      var errors = try ChildStream()
      let process = try start(output: output.writer, errors: errors.writer)
      let ending: Ending
      do {
        ending = try follow(process) { stop in
          output.drain()
          errors.drain()
          return try step(stop)
        }
      } catch {
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        throw error
      }
      output.drain()
      errors.drain()
      return Outcome(
        ending: ending, output: output.received,
        errors: String(decoding: errors.received, as: UTF8.self))
    }

    // MARK: Starting

    /// Starts a shell that stops itself. When it continues, it executes the program.
    private func start(output: Int32, errors: Int32) throws -> pid_t {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, input.path, O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, output, 1)
      posix_spawn_file_actions_adddup2(&actions, errors, 2)

      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      // The threads of tests block signals, and a child inherits ignored signals.
      var (none, all) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setflags(
        &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

      let script = "cd \"$0\" && kill -STOP $$ && exec \"$@\""
      let line = ["/bin/sh", "-c", script, directory.path] + words
      var arguments = line.map { strdup($0) } + [nil]
      var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
      defer { for text in arguments + variables { free(text) } }
      var process: pid_t = 0
      let failure = posix_spawn(
        &process, "/bin/sh", &actions, &attributes, &arguments, &variables)
      guard failure == 0 else { throw Failure(call: "posix_spawn", errno: failure) }
      return process
    }

    // MARK: Following

    private func follow(_ process: pid_t, step: (Stop) throws -> Step) throws -> Ending {
      _ = try wait(for: process, options: WUNTRACED)
      if let fileSizeLimit {
        let size = rlim_t(fileSizeLimit)
        let limits = [rlimit(rlim_cur: size, rlim_max: size)]
        let result = limits.withUnsafeBytes { limits in
          Self.limitCall?(process, Self.fileSizeResource, limits.baseAddress, nil)
        }
        guard result == 0 else { throw Failure(call: "prlimit", errno: errno) }
      }
      try trace(.seize, process, Trace.stopsAtCalls | Trace.stopsAtExec | Trace.endsWithTracer)
      kill(process, SIGCONT)
      var hasBegun = false
      var isRunning = false
      var stops = 0
      while true {
        let status = try wait(for: process, options: 0)
        if status & 0x7F == 0 { return .exited(status >> 8 & 0xFF) }
        if status & 0xFF != 0x7F { return .killed(signal: status & 0x7F) }
        let (signal, event) = (status >> 8 & 0xFF, status >> 16)
        if signal == SIGTRAP | 0x80, isRunning {
          switch try step(Stop(number: stops, process: process)) {
          case .kill: kill(process, SIGKILL)
          case .go: break
          }
          stops += 1
        }
        if event == Trace.execEvent {
          hasBegun = true
          isRunning = !stepsFromOwnStop
        }
        var isDelivery = event == 0 && signal != SIGTRAP | 0x80
        if isDelivery, signal == SIGSTOP, hasBegun {
          isRunning = true
          isDelivery = false
        }
        let isFree = hasBegun && !isRunning
        // If the process has been killed, this fails, and the next wait reports it.
        try? trace(isFree ? .go : .goToNextCall, process, isDelivery ? UInt(signal) : 0)
      }
    }

    private func wait(for process: pid_t, options: Int32) throws -> Int32 {
      var status: Int32 = 0
      while waitpid(process, &status, options) != process {
        if errno != EINTR { throw Failure(call: "waitpid", errno: errno) }
      }
      return status
    }

    private enum Trace: CInt {
      case go = 7
      case goToNextCall = 24
      case seize = 0x4206

      static let stopsAtCalls: UInt = 1
      static let stopsAtExec: UInt = 0x10
      static let endsWithTracer: UInt = 0x10_0000
      static let execEvent: Int32 = 4
    }

    // Swift does not import these functions: one is variadic, the other one is a GNU extension.

    private typealias TraceCall = @convention(c) (CInt, pid_t, UInt, UInt) -> Int
    private typealias LimitCall =
      @convention(c) (
        pid_t, CInt, UnsafeRawPointer?, UnsafeMutableRawPointer?
      ) -> CInt

    private static let traceCall: TraceCall? = dlsym(nil, "ptrace").map {
      unsafeBitCast($0, to: TraceCall.self)
    }

    private static let limitCall: LimitCall? = dlsym(nil, "prlimit").map {
      unsafeBitCast($0, to: LimitCall.self)
    }

    private static let fileSizeResource: CInt = 1

    private func trace(_ request: Trace, _ process: pid_t, _ data: UInt) throws {
      guard let call = Self.traceCall, call(request.rawValue, process, 0, data) >= 0 else {
        throw Failure(call: "ptrace", errno: errno)
      }
    }
  }

  /// A pipe with enough capacity for the output of a program between two system calls.
  private struct ChildStream: ~Copyable {
    let writer: Int32
    private let reader: Int32
    private(set) var received = Data()

    init() throws {
      var ends: [Int32] = [-1, -1]
      let result = pipe(&ends)
      reader = ends[0]
      writer = ends[1]
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(reader, F_SETFL, O_NONBLOCK)
      let setSize: Int32 = 1031
      _ = fcntl(writer, setSize, 1 << 20)
      guard result == 0 else { throw SteppedProgram.Failure(call: "pipe", errno: errno) }
    }

    deinit {
      close(reader)
      close(writer)
    }

    mutating func drain() {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(reader, &buffer, buffer.count)
        if count <= 0 { return }
        received.append(contentsOf: buffer[..<count])
      }
    }
  }
#endif
