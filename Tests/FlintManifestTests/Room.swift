// Room: FlintManifestTests
