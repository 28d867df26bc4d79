internal import FlintInspect

Program.main()
