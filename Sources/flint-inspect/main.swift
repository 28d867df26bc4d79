internal import FlintCommands

Program.main()
