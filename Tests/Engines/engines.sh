#!/bin/sh
# Evaluates a population in parts with xargs, GNU parallel, and a mapper and reducer in the style of Hadoop Streaming. Checks
# that the merged results equal those of a single run over the whole file.
#
#     engines.sh PROGRAM MANIFEST STATES [OPTIONS]
#
# OPTIONS are passed to each run of `audience`, such as a manifest to compare with and keys to group by.
set -eu
flint=$(realpath "$1") manifest=$(realpath "$2") states=$(realpath "$3")
shift 3
options="$*"
export flint manifest options
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Status 1 means that some lines were rejected. The results contain their number.
answered() { "$@" || [ $? -eq 1 ]; }
same() { cmp -s "$2" "$3" && echo "$1: byte for byte one run" || { echo "$1: differs"; exit 1; }; }

answered "$flint" audience "$manifest" "$states" $options --format json > whole.json 2> /dev/null

split -n l/4 "$states" part-
: > part-zz
ls part-?? | xargs -P 2 -I {} sh -c '"$flint" audience "$manifest" {} --allow-empty $options --format json > {}.json || [ $? -eq 1 ]' 2> /dev/null
answered "$flint" audience --merge part-??.json --format json > xargs.json
same "xargs" xargs.json whole.json

if command -v parallel > /dev/null; then
  parallel --will-cite --pipepart -a "$states" --block -2 \
    '"$flint" audience "$manifest" --allow-empty $options --format json > slice-{#}.json || [ $? -eq 1 ]' 2> /dev/null
  answered "$flint" audience --merge slice-*.json --format json > parallel.json
  same "GNU parallel" parallel.json whole.json
else
  echo "GNU parallel: not installed, skipped"
fi

# A mapper writes one line for its part of the input. The reducer reads the lines of all mappers.
mapper() { answered "$flint" audience "$manifest" --allow-empty $options --format json | tr -d '\n'; echo; }
reducer() { split -l 1 - mapped- && answered "$flint" audience --merge mapped-* --format json; }
for part in part-??; do mapper < "$part"; done 2> /dev/null | sort | reducer > reduced.json
same "mapper and reducer" reduced.json whole.json
