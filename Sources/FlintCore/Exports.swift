@_exported public import FlintModel
