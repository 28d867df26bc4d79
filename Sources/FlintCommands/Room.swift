// Room: FlintCommands
