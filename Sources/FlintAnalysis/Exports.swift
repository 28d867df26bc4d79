// Exported, so that each file of this module sees it without an import of its own.
@_exported public import FlintManifest
