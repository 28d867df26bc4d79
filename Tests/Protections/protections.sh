#!/bin/sh
# protections.sh SWIFT [NAME...]: removes each protection, or only the named ones, and checks that a test fails.
#
# The first line of a patch describes the protection. Its line 'Tests: ' lists the test suites that must fail without
# the protection. The patches are applied to a copy of the project.
set -eu
swift=$1
shift
patches=$PWD/Tests/Protections
copy=$PWD/.build-protections
limit=$(command -v timeout) && limit="$limit 600" || limit=
mkdir -p "$copy"
# The copy is a repository of its own. Otherwise Git would look up the paths of a patch in the project's repository.
test -d "$copy/.git" || git init --quiet "$copy"
rm -rf "$copy/Sources" "$copy/Tests" "$copy/Fixtures"
git ls-files -z --cached --others --exclude-standard | tar -cf - --null -T - | tar -xf - -C "$copy"
cd "$copy"

tests_of() { sed -n 's/^Tests: //p' "$1"; }

# run FILTER: builds, and runs the tests that match. Writes a summary of the failures to the file `failed`.
run() {
  $swift build --build-tests >build.log 2>&1 || { tail -20 build.log >&2; exit 1; }
  status=0
  $limit $swift test --skip-build --filter "$1" >test.log 2>&1 || status=$?
  count=$(grep '^✘ Test .* failed after' test.log | grep -vc '^✘ Test run') || true
  if [ "$count" -gt 0 ]; then echo "tests that fail: $count"; else echo "the tests do not end"; fi >failed
  return $status
}

set -- "${@:-}"
names=
for patch in "$patches"/*.patch; do
  name=$(basename "$patch" .patch)
  case " $* " in "  " | *" $name "*) names="$names $name" ;; esac
done

# Checked before the tests run, so that all outdated patches are reported at once.
outdated=0
for name in $names; do
  git apply --check "$patches/$name.patch" && continue
  echo "protections: $name: the patch does not apply; update it to the current code" >&2
  outdated=1
done
test $outdated -eq 0

filter=$(for name in $names; do tests_of "$patches/$name.patch"; done | sort -u | paste -sd '|' -)
if ! run "$filter"; then
  grep '^✘' test.log >&2 || tail -20 test.log >&2
  echo "protections: tests fail with every protection in place" >&2
  exit 1
fi

survived=0
for name in $names; do
  patch=$patches/$name.patch
  git apply "$patch"
  result=0
  run "$(tests_of "$patch")" || result=$?
  git apply --reverse "$patch"
  if [ $result -eq 0 ]; then
    echo "protections: $name: NO TEST FAILS: $(head -n 1 "$patch")"
    survived=$((survived + 1))
  else
    echo "protections: $name: $(cat failed)"
  fi
done
test $survived -eq 0
