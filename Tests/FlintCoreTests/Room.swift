// Room: FlintCoreTests
