// Room: FlintCore
