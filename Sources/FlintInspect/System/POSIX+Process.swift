#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension POSIX {
  /// From an arbitrary start.
  static var monotonicSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { FileName.text(of: $0) }
    }
  }

  static var processIdentifier: Int { Int(getpid()) }

  static func isRunning(_ process: Int) -> Bool {
    guard let number = pid_t(exactly: process) else { return false }
    return kill(number, 0) == 0 || errno != ESRCH
  }

  /// Nil without `/proc`.
  static var programPath: String? { linkTarget("/proc/self/exe") }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static func isTerminal(_ descriptor: Descriptor) -> Bool {
    isatty(descriptor) == 1
  }

  /// Nil if it is no terminal.
  static func columns(of descriptor: Descriptor) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static func sleep(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }

  static func exit(_ status: Int32) -> Never {
    _exit(status)
  }
}
