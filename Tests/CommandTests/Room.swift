// Room: CommandTests
