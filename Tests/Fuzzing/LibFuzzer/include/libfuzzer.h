#include <stddef.h>
#include <stdint.h>

/// Runs `callback` on inputs until an option of the line says stop, or an input makes it fail.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
