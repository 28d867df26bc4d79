import FlintModel
import Foundation
import Testing

@testable import FlintInspect

@Suite("Child processes") struct ChildProcessTests {
  @Test("Inherit no pipe that another thread creates at that moment")
  func inherited() async {
    // Other tests open descriptors, too, so this runs in a process of its own.
    await #expect(processExitsWith: .success) {
      let isLinux = FileManager.default.fileExists(atPath: "/proc/self/fd")
      let listing = {
        try ChildProcess(
          "ls", [isLinux ? "/proc/self/fd" : "/dev/fd"], environment: ["PATH=/usr/bin:/bin"],
          keepsErrors: false
        ).finish().output
      }
      let usual = try listing()
      Thread.detachNewThread {
        while let pipe = try? POSIX.openPipe() {
          POSIX.closeFile(pipe.reading)
          POSIX.closeFile(pipe.writing)
        }
      }
      for _ in 0..<100 where try listing() != usual { exit(EXIT_FAILURE) }
    }
  }
}
