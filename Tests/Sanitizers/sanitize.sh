#!/bin/sh
# sanitize.sh SWIFT SANITIZER...: runs the tests under each sanitizer, built in a folder of its own.
set -eu
swift=$1
shift

# References from the payloads of Swift's enums are not seen by the search for leaks, which would report what is in use.
export ASAN_OPTIONS=detect_leaks=0
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

for sanitizer in "$@"; do
  echo "sanitize: $sanitizer"
  $swift test --sanitize "$sanitizer" --scratch-path ".build-$sanitizer"
done
