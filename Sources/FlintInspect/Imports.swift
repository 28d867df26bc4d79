// Exported, so that each file of this module sees them without an import of its own.
@_exported public import EmbeddedFiles
@_exported public import FlintAnalysis
@_exported public import FlintLogic
@_exported public import FlintManifest
@_exported public import FlintModel
@_exported public import FlintPopulation
@_exported public import FlintProject
@_exported public import FlintScenarios
@_exported public import FlintText
