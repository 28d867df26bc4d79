#!/bin/sh
# Runs a population through xargs, GNU parallel and a mapper and reducer as Hadoop Streaming runs them, and holds what comes out
# to one run over the whole file.
#
#     engines.sh PROGRAM MANIFEST STATES [OPTIONS]
#
# OPTIONS are those of `audience` that parts have in common: a manifest to compare with, keys to group by.
set -eu
flint=$(realpath "$1") manifest=$(realpath "$2") states=$(realpath "$3")
shift 3
options="$*"
export flint manifest options
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Status 1 says that some lines were rejected, which the results count.
answered() { "$@" || [ $? -eq 1 ]; }
same() { cmp -s "$2" "$3" && echo "$1: byte for byte one run" || { echo "$1: differs"; exit 1; }; }

answered "$flint" audience "$manifest" "$states" $options --format json > whole.json 2> /dev/null

split -n l/4 "$states" part-
ls part-?? | xargs -P 2 -I {} sh -c '"$flint" audience "$manifest" {} $options --format json > {}.json || [ $? -eq 1 ]' 2> /dev/null
answered "$flint" audience --merge part-??.json --format json > xargs.json
same "xargs" xargs.json whole.json

if command -v parallel > /dev/null; then
  parallel --will-cite --pipepart -a "$states" --block -2 \
    '"$flint" audience "$manifest" $options --format json > slice-{#}.json || [ $? -eq 1 ]' 2> /dev/null
  answered "$flint" audience --merge slice-*.json --format json > parallel.json
  same "GNU parallel" parallel.json whole.json
else
  echo "GNU parallel: not installed, skipped"
fi

# A mapper writes one line for its share of the input, a reducer reads all the lines.
mapper() { answered "$flint" audience "$manifest" $options --format json | tr -d '\n'; echo; }
reducer() { split -l 1 - mapped- && answered "$flint" audience --merge mapped-* --format json; }
for part in part-??; do mapper < "$part"; done 2> /dev/null | sort | reducer > reduced.json
same "mapper and reducer" reduced.json whole.json
