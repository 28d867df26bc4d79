// Room: FlintReport
