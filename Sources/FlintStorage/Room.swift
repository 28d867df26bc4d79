import FlintCore
