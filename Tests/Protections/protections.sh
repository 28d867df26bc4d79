#!/bin/sh
# protections.sh SWIFT [NAME...]: takes out each protection, or those that are named, and asks the tests that its patch names to fail.
#
# A patch says what protects, then which tests notice when it is gone. It is applied to a copy of the project.
set -eu
swift=$1
shift
patches=$PWD/Tests/Protections
copy=$PWD/.build-protections
limit=$(command -v timeout) && limit="$limit 600" || limit=
mkdir -p "$copy"
# Its own repository, since Git would take the patches' paths for the project's.
test -d "$copy/.git" || git init --quiet "$copy"
rm -rf "$copy/Sources" "$copy/Tests" "$copy/Fixtures"
git ls-files -z --cached --others --exclude-standard | tar -cf - --null -T - | tar -xf - -C "$copy"
cd "$copy"

tests_of() { sed -n 's/^Tests: //p' "$1"; }

# run FILTER: what fails goes to the file `failed`.
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
filter=$(for name in $names; do tests_of "$patches/$name.patch"; done | sort -u | paste -sd '|' -)
if ! run "$filter"; then
  grep '^✘' test.log >&2 || tail -20 test.log >&2
  echo "protections: tests fail with every protection in place" >&2
  exit 1
fi

survived=0
for name in $names; do
  patch=$patches/$name.patch
  git apply "$patch" || { echo "protections: $name: the code that it takes out has changed" >&2; exit 1; }
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
