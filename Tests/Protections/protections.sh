#!/bin/sh
# protections.sh SWIFT [NAME...]: removes each protection, or those that are named, and checks that the tests named by its patch
# fail.
#
# A patch begins with a description of the protection and the names of the tests that must fail without it. It is applied to a
# copy of the project.
set -eu
swift=$1
shift
patches=$PWD/Tests/Protections
copy=$PWD/.build-protections
limit=$(command -v timeout) && limit="$limit 600" || limit=
mkdir -p "$copy"
# The copy is a repository of its own, because git would otherwise apply the patches to the project.
test -d "$copy/.git" || git init --quiet "$copy"
rm -rf "$copy/Sources" "$copy/Tests" "$copy/Fixtures"
git ls-files -z --cached --others --exclude-standard | tar -cf - --null -T - | tar -xf - -C "$copy"
cd "$copy"

tests_of() { sed -n 's/^Tests: //p' "$1"; }

# run FILTER: runs the tests that match, and writes how many fail to the file `failed`.
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
