#!/bin/sh
# seeds.sh FOLDER: creates a folder of seeds for each fuzz target, and a dictionary, from the example apps.
set -eu
out=$1
targets="json manifest state scenarios ndjson storekit remoteconfig records plist arguments context"
for target in $targets; do mkdir -p "$out/$target"; done

# put TARGET FILE: adds a seed. Its name is the checksum of its content, so that repeated runs add no duplicates.
put() {
  cp "$2" "$out/$1/$(cksum <"$2" | tr ' ' -)"
}

for app in Fixtures/*/; do
  for file in "$app"*.json "$app"*/*.json; do
    if [ -f "$file" ]; then put json "$file"; fi
  done
  put manifest "${app}manifest.json"
  put scenarios "${app}scenarios.json"
  for file in "$app"states/*.json; do put state "$file"; done
  for file in "$app"*.storekit; do if [ -f "$file" ]; then put storekit "$file"; put json "$file"; fi; done
  for file in "$app"*.template.json; do if [ -f "$file" ]; then put remoteconfig "$file"; fi; done
  for file in "$app"statuses.json "$app"history.json; do if [ -f "$file" ]; then put records "$file"; fi; done
  for file in "$app"*.plist; do if [ -f "$file" ]; then put plist "$file"; fi; done
done

# The first byte of a population selects how it is read.
piece=$(mktemp)
trap 'rm -f "$piece"' EXIT
for first in a b y z; do
  for last in 10 20 30 40 50 60; do
    { printf %s "$first"; head -n $last Fixtures/podcast-player/population.ndjson | tail -n 10; } >"$piece"
    put ndjson "$piece"
  done
  for file in Fixtures/kitchen-sink/states/*.json; do
    { printf %s "$first"; tr -d '\n' <"$file"; echo; cat "$file"; } >"$piece"
    put ndjson "$piece"
  done
done

# Decoded records, so that the fuzzer does not have to produce valid base64.
printf '%s' '[{"transactionId":"1","originalTransactionId":"1","productId":"a","type":"Auto-Renewable Subscription",
"purchaseDate":1,"expiresDate":2,"signedDate":3,"isUpgraded":false},{"transactionId":"2","productId":"b",
"type":"Consumable","quantity":3,"revocationDate":4},{"productId":"a","originalTransactionId":"1","renewalDate":5,
"isInBillingRetryPeriod":true,"gracePeriodExpiresDate":6,"expirationIntent":1,"autoRenewStatus":1}]' >"$piece"
put records "$piece"

# Each line is one argument of a command.
cat Fixtures/*/expected/commands | cut -d: -f2- | while read -r line; do
  printf %s "$line" | tr ' ' '\n' >"$piece"
  put arguments "$piece"
done
for options in "--grant camera,photos --deny location.always --purchase SUB0001=unknown" \
  "--platform macOS --os-version 14.1 --app-version 2 --restrict contacts --permission motion=unsupported" \
  "--credits CREDIT-ZBUCK=3 --unlock credits,nested --toggle toggle-on=off --runtime runtime=unknown" \
  "--attribute variant=B --attribute staff=null,region=日本 --enable runtime --disable nested"; do
  printf %s "evaluate m.json $options" | tr ' ' '\n' >"$piece"
  put arguments "$piece"
done

# Each line is one message from a client.
for tool in evaluate explain matrix; do
  for arguments in '{}' '{"feature":"everything","grant":["camera"],"fresh":true}' '{"vary":["platform"]}' \
    '{"state":"{\\"platform\\":\\"tvOS\\"}","os_version":"17.2"}' '{"state":"../states/narrow.json"}'; do
    printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n' \
      "$tool" "$arguments" >"$piece"
    put context "$piece"
  done
done
# A call that is canceled, one whose id is taken, no JSON, and half a message.
call='{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evaluate","arguments":{}}}'
printf '%s\n{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n%s\n' "$call" "$call" >"$piece"
put context "$piece"
printf '%s\n%s\n[1]\n{\n{"jsonrpc":"2.0","id":2,"meth' "$call" "$call" >"$piece"
put context "$piece"
for method in initialize ping tools/list resources/list resources/read prompts/list notifications/cancelled; do
  printf '{"jsonrpc":"2.0","id":"a","method":"%s","params":{"uri":"x","requestId":1}}\n' "$method" >"$piece"
  put context "$piece"
done

# The dictionary contains every string and every word of the examples.
{
  grep -ohE '"[A-Za-z0-9$._-]{1,40}"' Fixtures/*/*.json Fixtures/*/states/*.json Fixtures/*/*.storekit 2>/dev/null |
    tr -d '"' | sed 's/.*/"\\"&\\""/'
  grep -ohE -- '--[a-z-]+' Fixtures/*/expected/commands "$0" | sed 's/.*/"&"/'
  grep -ohE '</?[A-Za-z]+/?>' Fixtures/*/*.plist 2>/dev/null | sed 's/.*/"&"/'
  printf '%s\n' '"bplist00"' '"<![CDATA["' '"]]>"' '"<!--"' '"&#x41;"' '"\xef\xbb\xbf"' '"latest"' '"9223372036854775807"' \
    '"app.version.>=(["' '"device.country in ["' '"percent between 1 and 2"' '"dateTime < dateTime("' '" && "' '" || !("' \
    '"\\u0041"' '"\\ud83d\\udc8e"' '"\x0d\x0a"'
} | LC_ALL=C sort -u >"$out/dictionary"
