#!/usr/bin/env bash
# Checks that tests guard the rules. Switches off one rule at a time and runs only the tests in the row
# of that rule in docs/RULES-COVERAGE.md; at least one of them must fail.
#
#   crates/pub-battles/tests/neutralise.sh              every rule of neutralised.txt
#   crates/pub-battles/tests/neutralise.sh 7.5 14.2     only these rules
#   crates/pub-battles/tests/neutralise.sh --build      no rule; only checks that every switch compiles
#
# Works in a copy of the tree in the target folder, which is always removed at the end. There each line
# of neutralised.txt replaces its original, with a switch that an environment variable controls. One build
# therefore serves all rules.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
export RUST_BACKTRACE=0
copy=$CARGO_TARGET_DIR/neutralised
mkdir -p "$CARGO_TARGET_DIR"
mkdir "$copy" || { echo "another run is using $copy; if there is none, remove that folder" >&2; exit 2; }
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM

git -C "$root" ls-files -z --cached --others --exclude-standard | tar -C "$root" --null -T - -c | tar -C "$copy" -x
cd "$copy"

# The switch: whether this rule is off in this run.
for crate in pub-battles terrain; do
  cat >> "crates/$crate/src/lib.rs" <<'RUST'

pub(crate) fn neutral(rule: &str) -> bool {
    std::env::var("NEUTRALISED").is_ok_and(|off| off == rule)
}
RUST
done

# `file NAME`, then a line `- text` that occurs once in it and a line `+ text` that replaces it.
file='' from=''
while IFS= read -r line; do
  case $line in
    'file '*) file=${line#file } ;;
    '- '*) from=${line#- } ;;
    '+ '*)
      text=$(cat "$file"; printf x)
      text=${text%x}
      rest=${text/"$from"/}
      if [ "$rest" = "$text" ] || [ "${rest/"$from"/}" != "$rest" ]; then
        echo "does not occur exactly once in $file: $from" >&2
        exit 2
      fi
      printf '%s' "${text/"$from"/"${line#+ }"}" > "$file"
      ;;
  esac
done < crates/pub-battles/tests/neutralised.txt

# With another version, cargo sees another package and never mixes its build with that of the tree.
sed -i 's/^version = "\(.*\)"/version = "\1+neutralised"/' Cargo.toml

if [ "${1:-}" = --build ]; then
  cargo check -p sandtable-pub-battles -p sandtable-terrain --lib --quiet
  exit
fi

echo "building once, with all switches" >&2
built=$(cargo test -p sandtable-pub-battles -p sandtable-terrain --lib --tests --no-run \
  --message-format=json-render-diagnostics)
mapfile -t binaries < <(sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' <<< "$built" | sort -u)

# Every test and row of a table of tests.
sources=(crates/pub-battles/src crates/pub-battles/tests crates/terrain/src crates/terrain/tests)
mapfile -t names < <(
  grep -rhoE --include='*.rs' 'fn pb_[a-z0-9_]+\(|"pb_[a-z0-9_]+"' "${sources[@]}" \
    | grep -oE 'pb_[a-z0-9_]+' | sort -u
)

# The names in the row of a rule: `pb_7_5_…`, and those of its worked cases, `pb_t93_…`.
row() {
  local rule=$1 cases
  cases=$(awk -v rule="$rule" '{
    of = $1; sub(/^T/, "", of); sub(/^[^ ]* /, "");
    count = split($0, shown, ", ");
    for (i = 1; i <= count; i++) if (shown[i] == rule) print of
  }' crates/pub-battles/tests/cases/worked_cases.txt | paste -sd'|')
  printf '%s\n' "${names[@]}" | grep -E "^pb_${rule/./_}_" || true
  [ -z "$cases" ] || printf '%s\n' "${names[@]}" | grep -E "^pb_(t[0-9]+_)*t($cases)_" || true
}

# The test filter for a name: the test itself, or for a table row, the tests of its file.
filter() {
  if grep -rqE --include='*.rs' "fn $1\(" "${sources[@]}"; then
    echo "$1"
  else
    grep -rlE --include='*.rs' "\"$1\"" "${sources[@]}" | sed -E 's#.*/([a-z_]+)\.rs$#\1::#'
  fi
}

# Runs the tests of the filters with a rule off and prints their output.
run() {
  local off=$1 binary
  shift
  for binary in "${binaries[@]}"; do
    NEUTRALISED=$off timeout 120 "$binary" "$@" 2>&1 || true
  done
}

mapfile -t rules < <(grep -oE 'neutral\("PB-[0-9.]+"\)' crates/pub-battles/tests/neutralised.txt \
  | grep -oE '[0-9]+\.[0-9]+' | sort -uV)
[ $# -eq 0 ] || rules=("$@")

printf '%-9s %-8s %s\n' rule result 'test that fails when it is off'
unguarded=0
for rule in "${rules[@]}"; do
  mapfile -t own < <(row "$rule" | sort -u)
  if [ ${#own[@]} -eq 0 ]; then
    printf '%-9s %-8s %s\n' "PB-$rule" UNTESTED 'no test is named after it'
    unguarded=1
    continue
  fi
  mapfile -t filters < <(for name in "${own[@]}"; do filter "$name"; done | sort -u)
  output=$(run none "${filters[@]}")
  if grep -q '^test .* FAILED$' <<< "$output"; then
    printf '%-9s %-8s %s\n' "PB-$rule" BROKEN 'its tests fail even with the rule on'
    unguarded=1
    continue
  fi
  output=$(run "PB-$rule" "${filters[@]}")
  # A test in the row, or a test whose message names its table row.
  failed=$(
    for name in "${own[@]}"; do
      if grep -qE "^test (.*::)?$name \.\.\. FAILED$" <<< "$output" \
        || grep -vE '^test |^ +[a-z_:]*$' <<< "$output" | grep -qwF "$name"; then
        echo "$name"
      fi
    done | paste -sd' '
  )
  if [ -n "$failed" ]; then
    printf '%-9s %-8s %s\n' "PB-$rule" guarded "$failed"
  else
    printf '%-9s %-8s %s\n' "PB-$rule" MISSED "${own[*]}"
    unguarded=1
  fi
done
exit "$unguarded"
