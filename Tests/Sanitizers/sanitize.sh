#!/bin/sh
# sanitize.sh SWIFT SANITIZER...: runs the tests with each sanitizer, built in a separate folder.
set -eu
swift=$1
shift

tests() {
  sanitizer=$1
  shift
  $swift test --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" "$@"
}

# Swift has no sanitizer for undefined behavior on Linux. The compiler or, even in releases, the running program detects most of
# it: overflow, invalid bounds and casts, overlapping access. The exception is the memory that the parser and the population's
# reader manage manually. Valgrind checks every access to it in the program as distributed.
memory() {
  if ! command -v valgrind >/dev/null; then
    echo "sanitize: undefined: not supported for Swift on Linux, and Valgrind is not installed: nothing done" >&2
    exit 1
  fi
  $swift build -c release --static-swift-stdlib --product flint-inspect
  program="$($swift build -c release --static-swift-stdlib --show-bin-path)/flint-inspect"
  lines=0
  while read -r line; do
    status=0
    # shellcheck disable=SC2086 # Each word of a line is an argument.
    valgrind --quiet --error-exitcode=99 "$program" $line <Fixtures/podcast-player/population.ndjson >/dev/null 2>&1 || status=$?
    if [ $status -gt 2 ]; then
      echo "sanitize: undefined: valgrind $program $line: exit $status" >&2
      exit 1
    fi
    lines=$((lines + 1))
  done <<EOF
$(cat Fixtures/*/expected/commands | cut -d: -f2-)
$(for app in Fixtures/*/; do
    for format in text json markdown junit github; do echo "evaluate ${app}manifest.json --format $format"; done
    echo "validate ${app}manifest.json"
    echo "test ${app}manifest.json ${app}scenarios.json --coverage"
    echo "report ${app}manifest.json"
  done)
stream Fixtures/podcast-player/manifest.json
audience Fixtures/podcast-player/manifest.json Fixtures/podcast-player/population.ndjson
diff Fixtures/podcast-player/manifest.json Fixtures/selfie/manifest.json --format json
import Fixtures/podcast-player/PodcastPlayer.storekit
EOF
  echo "sanitize: undefined: $lines lines under Valgrind, nothing found"
}

for sanitizer in "$@"; do
  echo "sanitize: $sanitizer"
  case $sanitizer in
    address)
      # LeakSanitizer does not see references in the payloads of Swift's enums, so it would report memory that is in use.
      ASAN_OPTIONS=detect_leaks=0 tests address
      ;;
    thread)
      # ThreadSanitizer's runtime crashes if the size of files is limited.
      TSAN_OPTIONS="suppressions=$PWD/Tests/Sanitizers/thread-suppressions.txt" \
        tests thread --skip FullDiskTests --skip KilledAppTests/full
      ;;
    undefined)
      if [ "$(uname)" = Darwin ]; then tests undefined; else memory; fi
      ;;
  esac
done
