#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension POSIX {
  /// SIGPIPE and SIGXFSZ; `write` then fails.
  static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  private static let pathToUnlink = SignalCell<UnsafePointer<CChar>?>(nil)

  static func removeOnInterrupt(_ path: String) {
    pathToUnlink.value = strdup(FileName.bytes(of: path)).map { UnsafePointer($0) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number, interrupted)
      // If the parent process has set the signal to be ignored, as `nohup` does, keep ignoring it.
      if isIgnored(previous) { signal(number, SIG_IGN) }
    }
  }

  /// After it was renamed or removed.
  static func keepOnInterrupt() {
    pathToUnlink.value = nil
  }

  private static func isIgnored(_ handler: (@convention(c) (CInt) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }

  private static let interrupted: @convention(c) (CInt) -> Void = { number in
    if let path = pathToUnlink.value { unlink(path) }
    signal(number, SIG_DFL)
    raise(number)
  }
}
