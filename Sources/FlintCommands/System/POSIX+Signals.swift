#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Functions that change what happens at signals that would end the process.
extension POSIX {
  /// Ignores the signals for a closed pipe (SIGPIPE) and for the file size limit (SIGXFSZ), so that `write` returns an
  /// error instead of ending the process.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The path of the temporary file that the signal handler removes; nil if there is none.
  private static let pathToUnlink = SignalCell<UnsafePointer<CChar>?>(nil)

  /// Registers a temporary file that is removed when the user interrupts the process.
  static func removeOnInterrupt(_ path: String) {
    pathToUnlink.value = strdup(FileName.bytes(of: path)).map { UnsafePointer($0) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number, interrupted)
      // If the parent process has set the signal to be ignored, as `nohup` does, keep ignoring it.
      if isIgnored(previous) { signal(number, SIG_IGN) }
    }
  }

  /// Unregisters the temporary file after it has been renamed or removed, so that an interrupt does not remove a file
  /// of that name.
  static func keepOnInterrupt() {
    pathToUnlink.value = nil
  }

  private static func isIgnored(_ handler: (@convention(c) (CInt) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  /// The handler of signals that interrupt the process. Removes the temporary file first.
  ///
  /// INVARIANT: only calls functions that are safe in a signal handler.
  private static let interrupted: @convention(c) (CInt) -> Void = { number in
    if let path = pathToUnlink.value { unlink(path) }
    signal(number, SIG_DFL)
    raise(number)
  }
}
