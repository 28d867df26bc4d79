// Room: FlintManifest
