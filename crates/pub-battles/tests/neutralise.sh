#!/usr/bin/env bash
# Shows that the tests guard the rules: switches rules off one at a time and runs only the tests that
# the row of that rule in docs/RULES-COVERAGE.md stands for; at least one of them must fail.
#
#   crates/pub-battles/tests/neutralise.sh              every rule of neutralised.txt
#   crates/pub-battles/tests/neutralise.sh 7.5 14.2     only these
#   crates/pub-battles/tests/neutralise.sh --build      none; only shows that every switch compiles
#
# All happens in a copy of the tree in the target folder, which is removed however the script ends. There
# each line of neutralised.txt is put in place of the one it stands for, with a switch that an environment
# variable turns, so that one build serves all rules.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
export RUST_BACKTRACE=0
copy=$CARGO_TARGET_DIR/neutralised
mkdir -p "$CARGO_TARGET_DIR"
mkdir "$copy" || { echo "another run is at work there; if none is, remove that folder" >&2; exit 2; }
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM

git -C "$root" ls-files -z --cached --others --exclude-standard | tar -C "$root" --null -T - -c | tar -C "$copy" -x
cd "$copy"

# The switch: is this rule off in this run?
for crate in pub-battles terrain; do
  cat >> "crates/$crate/src/lib.rs" <<'RUST'

pub(crate) fn neutral(rule: &str) -> bool {
    std::env::var("NEUTRALISED").is_ok_and(|off| off == rule)
}
RUST
done

# `file NAME`, then a line `- text` that stands once in it and a line `+ text` in its place.
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
        echo "does not stand exactly once in $file: $from" >&2
        exit 2
      fi
      printf '%s' "${text/"$from"/"${line#+ }"}" > "$file"
      ;;
  esac
done < crates/pub-battles/tests/neutralised.txt

# Another version is another package to cargo: nothing built of it passes for the tree's own.
sed -i 's/^version = "\(.*\)"/version = "\1+neutralised"/' Cargo.toml

if [ "${1:-}" = --build ]; then
  cargo check -p sandtable-pub-battles -p sandtable-terrain --lib --quiet
  exit
fi

echo "building once, with every switch in it" >&2
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

# What is to be run for a name: the test itself, or for a row of a table the tests of its file.
filter() {
  if grep -rqE --include='*.rs' "fn $1\(" "${sources[@]}"; then
    echo "$1"
  else
    grep -rlE --include='*.rs' "\"$1\"" "${sources[@]}" | sed -E 's#.*/([a-z_]+)\.rs$#\1::#'
  fi
}

# Runs the tests of the filters with a rule off and prints what they say.
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
  said=$(run none "${filters[@]}")
  if grep -q '^test .* FAILED$' <<< "$said"; then
    printf '%-9s %-8s %s\n' "PB-$rule" BROKEN 'its tests fail as things are'
    unguarded=1
    continue
  fi
  said=$(run "PB-$rule" "${filters[@]}")
  # A test of the row, or one whose message names a row of its table.
  failed=$(
    for name in "${own[@]}"; do
      if grep -qE "^test (.*::)?$name \.\.\. FAILED$" <<< "$said" \
        || grep -vE '^test |^ +[a-z_:]*$' <<< "$said" | grep -qwF "$name"; then
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
