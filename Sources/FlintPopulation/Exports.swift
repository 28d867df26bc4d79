// Exported, so that each file of this module sees them without imports of its own.
@_exported public import FlintManifest

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif
