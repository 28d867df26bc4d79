// Exported, so that each file of this module and of those that use it sees them without an import of its own.
@_exported public import FlintLogic
@_exported public import FlintModel
@_exported public import FlintText
