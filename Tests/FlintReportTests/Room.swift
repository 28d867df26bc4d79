// Room: FlintReportTests
