#!/usr/bin/env bash
# Papa Parse 5.7.1 takes a tab-separated table of two columns and fewer than ten rows that ends with a newline for comma-separated: the empty line at
# the end counts as a row of one field, so no guess of the separator is even enough; with skipEmptyLines the same text is read right.
# Seen: one column and UndetectableDelimiter without it, two columns with it. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-fund --no-audit papaparse@5.7.1
cat > try.cjs <<'JS'
const papa = require('papaparse')
const text = 'name\thours\nann\t3\nbo\t4\n'
const columns = (options) => {
  const { data, errors } = papa.parse(text, options)
  return `${data[0].length} ${errors.map(({ code }) => code).join()}`.trim()
}
console.log(columns({}), '|', columns({ skipEmptyLines: true }))
JS
seen=$(node try.cjs)
echo "papaparse 5.7.1: $seen"
[ "$seen" = "1 UndetectableDelimiter | 2" ]
