#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Functions that keep signals from ending the process, or remove a temporary file before a signal ends it.
extension POSIX {
  /// Ignores the signals that the system sends if the process writes to a closed pipe (SIGPIPE) or exceeds the limit
  /// for the size of a file (SIGXFSZ). The function `write` then returns an error, and the process does not end.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The path of the temporary file that is removed if the user interrupts the process; nil if there is none.
  private static let pathToUnlink = SignalCell<UnsafePointer<CChar>?>(nil)

  /// Registers a temporary file that the signal handler removes when the user interrupts the process, for example with
  /// Control-C.
  static func removeOnInterrupt(_ path: String) {
    pathToUnlink.value = strdup(FileName.bytes(of: path)).map { UnsafePointer($0) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number, interrupted)
      // If the parent process has set the signal to be ignored, as `nohup` does, keep ignoring it.
      if isIgnored(previous) { signal(number, SIG_IGN) }
    }
  }

  /// Unregisters the temporary file that the signal handler would remove. Must be called after the file has been
  /// renamed or removed, so that a later interruption does not remove another file of the same name.
  static func keepOnInterrupt() {
    pathToUnlink.value = nil
  }

  private static func isIgnored(_ handler: (@convention(c) (CInt) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// The handler of signals with which a user interrupts the process, such as Control-C. It first removes the temporary
  /// file at ``pathToUnlink``.
  ///
  /// INVARIANT: only calls functions that are safe in a signal handler.
  private static let interrupted: @convention(c) (CInt) -> Void = { number in
    if let path = pathToUnlink.value { unlink(path) }
    signal(number, SIG_DFL)
    raise(number)
  }
}
