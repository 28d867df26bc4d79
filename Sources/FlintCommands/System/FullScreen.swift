// Full-screen terminal control for the interactive command `browse`. Like POSIX.swift and ChildProcess.swift, this
// file imports the operating system's library.

internal import FlintReport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Uses the whole screen of the terminal at standard input and output, from ``enter()`` to ``leave()``.
///
/// If the process crashes or a signal ends it, the terminal is restored first.
struct FullScreen {
  enum Event {
    case input([UInt8])
    case resized
    /// The user has suspended the program with Control-Z.
    case suspended
    case resumed
    case timeout
    case ended
  }

  /// Saves the current modes of the terminal, which are restored later, and installs the signal handlers. Throws if
  /// standard input is not a terminal.
  init() throws(SystemError) {
    let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    guard tcgetattr(POSIX.standardInput, modes) == 0 else {
      throw SystemError(code: errno)
    }
    Self.savedModes.value = modes
    try Self.openPipe()
    Self.useStackOfItsOwn()
    for number in Self.endings where !Self.isIgnored(number) { Self.handleEnding(number) }
    for number in [SIGWINCH, SIGCONT] { signal(number, Self.forwardSignal) }
    if !Self.isIgnored(SIGTSTP) { signal(SIGTSTP, Self.forwardSignal) }
    // Without this, SIGTTOU would stop a background process that restores the terminal.
    signal(SIGTTOU, SIG_IGN)
  }

  // MARK: Entering and leaving

  /// Switches the terminal to its second (alternate) screen, to input without line editing and echo, and to output
  /// without a visible cursor and without line wrapping.
  func enter() {
    guard let modes = Self.savedModes.value else { return }
    var raw = modes.pointee
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | IXON | ISTRIP | INLCR | IGNCR)
    Self.isEntered.value = true
    // TCSADRAIN keeps the keys that were typed before.
    tcsetattr(POSIX.standardInput, TCSADRAIN, &raw)
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  func leave() { Self.restore() }

  /// Restores the terminal and stops the process, as the shell expects after Control-Z. Returns when the user continues
  /// the process, for example with the command `fg`.
  func suspend() {
    leave()
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP, Self.forwardSignal)
  }

  func write(_ text: String) {
    try? POSIX.write(POSIX.standardOutput, Array(text.utf8))
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    try? POSIX.write(POSIX.standardOutput, bytes.bytes)
  }

  /// The size of the terminal; 80 columns and 24 rows if the terminal does not report it.
  var size: ScreenSize {
    var size = winsize()
    guard ioctl(POSIX.standardOutput, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return ScreenSize(columns: 80, rows: 24) }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Waits for the next event, for at most the given time; nil means without a limit.
  func nextEvent(within milliseconds: Int32?) -> Event {
    let signals = Self.pipeEnds.value.first
    var sources = [
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: POSIX.standardInput, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&sources, nfds_t(sources.count), milliseconds ?? -1) < 0 {
      if errno != EINTR { return .ended }
    }
    if sources[0].revents != 0, let number = read(signals, atMost: 1).first {
      switch CInt(number) {
      case SIGTSTP: return .suspended
      case SIGCONT: return .resumed
      default: return .resized
      }
    }
    if sources[1].revents == 0 { return .timeout }
    let bytes = read(POSIX.standardInput, atMost: 1024)
    return bytes.isEmpty ? .ended : .input(bytes)
  }

  private func read(_ descriptor: POSIX.Descriptor, atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = (try? POSIX.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
  }

  // MARK: Signals

  private struct Pipe: BitwiseCopyable {
    let first: CInt
    let second: CInt
  }

  /// The signals that end the process: requests to end, such as Control-C, and crashes.
  private static let endings = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT,
  ]

  /// The terminal's modes, such as echo, before this object changed them. ``leave()`` and the signal handlers restore
  /// them.
  private static let savedModes = SignalCell<UnsafeMutablePointer<termios>?>(nil)
  private static let isEntered = SignalCell(false)

  /// The pipe to which a signal handler writes the number of a signal, and from which the event loop
  /// (``nextEvent(within:)``) reads it.
  private static let pipeEnds = SignalCell(Pipe(first: -1, second: -1))

  private static func openPipe() throws(SystemError) {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pipeEnds.value = Pipe(first: ends[0], second: ends[1])
  }

  /// Installs a separate stack on which the signal handlers run. After a stack overflow, the usual stack has no room
  /// for them.
  private static func useStackOfItsOwn() {
    // The size in bytes is more than the handler needs, and more than the minimum of every system.
    let size = 64 * 1024
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = .init(size)
    _ = sigaltstack(&stack, nil)
  }

  private static func handleEnding(_ number: CInt) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handleEndingSignal
    #elseif canImport(Musl)
      action.__sa_handler.sa_handler = handleEndingSignal
    #else
      action.__sigaction_handler.sa_handler = handleEndingSignal
    #endif
    action.sa_flags = CInt(SA_ONSTACK)
    _ = sigaction(number, &action, nil)
  }

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: UInt.self)
    #elseif canImport(Musl)
      let handler = unsafeBitCast(action.__sa_handler.sa_handler, to: UInt.self)
    #else
      let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    #endif
    return handler == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// Restores the screen, the cursor and the terminal's modes as they were before ``enter()``.
  ///
  /// INVARIANT: only calls functions that are safe in a signal handler.
  private static func restore() {
    guard isEntered.value else { return }
    isEntered.value = false
    let bytes: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    _ = systemWrite(POSIX.standardOutput, bytes.utf8Start, bytes.utf8CodeUnitCount)
    if let saved = savedModes.value { tcsetattr(POSIX.standardInput, TCSANOW, saved) }
  }

  /// The handler of the signals that end the process. It first restores the terminal.
  ///
  /// INVARIANT: only calls functions that are safe in a signal handler.
  private static let handleEndingSignal: @convention(c) (CInt) -> Void = { number in
    restore()
    // The signal is blocked until the handler returns. Then it ends the process with the default action.
    signal(number, SIG_DFL)
    raise(number)
  }

  /// The handler of the signals that do not end the process, such as a change of the terminal's size. It writes the
  /// signal's number to a pipe, from which the event loop reads it.
  ///
  /// INVARIANT: only calls functions that are safe in a signal handler.
  private static let forwardSignal: @convention(c) (CInt) -> Void = { number in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    let end = pipeEnds.value.second
    // If the pipe is full, the signal is lost. That does no harm: the pipe then contains thousands of earlier signals,
    // for each of which the event loop draws the screen again.
    _ = systemWrite(end, &byte, 1)
    errno = saved
  }
}
