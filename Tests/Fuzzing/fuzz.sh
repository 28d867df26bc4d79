#!/bin/sh
# fuzz.sh BUILD SECONDS: runs all targets of the fuzzer in BUILD and divides the seconds evenly among them. Inputs that increase
# coverage are kept in BUILD/corpus for the next run. Inputs that cause a failure are kept in BUILD/found, and make the exit
# status 1.
set -eu
build=$1
seconds=$2
targets="json manifest state scenarios ndjson storekit remoteconfig records plist arguments context"
share=$((seconds / 11))
if [ "$share" -lt 1 ]; then share=1; fi

sh Tests/Fuzzing/seeds.sh "$build/seeds"
mkdir -p "$build/found"
# LeakSanitizer does not see references in the payloads of Swift's enums, so it would report memory that is in use.
export ASAN_OPTIONS=detect_leaks=0
export SWIFT_BACKTRACE=enable=no

status=0
for target in $targets; do
  mkdir -p "$build/corpus/$target"
  # The length of the longest seed. A population is shorter because its lines are read one by one, so a few suffice.
  case $target in
    manifest | json) length=16384 ;;
    ndjson) length=1500 ;;
    *) length=6000 ;;
  esac
  log="$build/$target.log"
  if "$build/release/flint-fuzz" "$target" -max_total_time="$share" -timeout=20 -rss_limit_mb=4096 \
    -max_len=$length -detect_leaks=0 -print_final_stats=1 -dict="$build/seeds/dictionary" \
    -artifact_prefix="$build/found/$target-" "$build/corpus/$target" "$build/seeds/$target" \
    </dev/null >"$log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "fuzz: $target: $runs inputs in $share s, nothing found"
  else
    status=1
    echo "fuzz: $target: broken; the end of $log:"
    grep -a -m 1 -A 3 -E 'Fatal error|ERROR: ' "$log" || tail -n 20 "$log"
    echo "again with: ASAN_OPTIONS=detect_leaks=0 $build/release/flint-fuzz $target FILE, where FILE is one of"
    ls "$build/found/$target-"* 2>/dev/null || true
  fi
done
exit $status
