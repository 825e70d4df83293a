#!/bin/sh
# Tests a part of the installed library: `check.sh PART CALLS`, which the Makefile calls with
#
#   STAGE              the folder that the library is installed below
#   WORK               a folder for what is compiled
#   CARGO, CARGO_TARGET_DIR
#
# Prints one line that says what passed, or `SKIPPED: PART: install …`.
set -eu
part=$1
calls=$2
crate=$(cd "$(dirname "$0")/.." && pwd)
root=$(cd "$crate/../.." && pwd)
library=$STAGE/lib/liblinkspan.so
header=$crate/include/linkspan.h
most_bytes=2000000

# What a program needs to find the library.
export LD_LIBRARY_PATH="$STAGE/lib"
export PKG_CONFIG_PATH="$STAGE/lib/pkgconfig"
export LINKSPAN_LIBRARY="$library"

# Each part has its own folder: parts may run at the same time.
mkdir -p "$WORK/$part"
cd "$WORK/$part"
log=$WORK/$part/log.txt

passed() { echo "$part: passed$*"; }
skip() {
  echo "SKIPPED: $part: install $*"
  exit 0
}
fail() {
  echo "$part: $*" >&2
  exit 1
}
need() {
  for program; do
    command -v "$program" >/dev/null || skip "$program"
  done
}

# Runs a program and shows what it printed only if it failed.
quietly() {
  "$@" >"$log" 2>&1 || {
    status=$?
    cat "$log" >&2
    fail "$* ended with $status"
  }
}

sanitizers=-fsanitize=address,undefined

# `compile COMPILER FILE OPTION...` compiles as users do, by what pkg-config says. The program has the name of the file.
compile() {
  compiler=$1
  file=$2
  shift 2
  base=${file##*/}
  # shellcheck disable=SC2046
  quietly "$compiler" -Wall -Wextra -Werror -g "$@" -o "${base%.*}" "$file" \
    $(pkg-config --cflags --libs linkspan) -lpthread
}

# The programs that need no arguments.
programs='api misuse threads deep'

# The tests and samples in C and C++ with sanitizers.
with_sanitizers() {
  need "$1" "$2"
  echo 'int main(void) { return 0; }' >empty.c
  "$1" $sanitizers empty.c -o empty 2>"$log" || skip "what $1 needs for $sanitizers"
  for name in $programs; do
    compile "$1" "$crate/tests/c/$name.c" -std=c11 -O1 $sanitizers
    quietly "./$name"
  done
  compile "$1" "$crate/tests/c/random.c" -std=c11 -O1 $sanitizers
  quietly ./random "$calls"
  compile "$1" "$crate/examples/c/links.c" -std=c11 $sanitizers
  [ "$(echo 'see a.com.' | ./links)" = "$(printf 'a.com\thttps://a.com/')" ] || fail 'examples/c/links.c finds other links'
  compile "$2" "$crate/examples/cpp/links.cpp" -std=c++17 $sanitizers
  quietly ./links
  passed "; $calls random calls"
}

# The library exports the functions of the header and nothing else, and is small.
exports() {
  nm --dynamic --defined-only --format=posix "$library" | cut -d ' ' -f 1 | sort >exported.txt
  sed -n 's/^[a-z].*[ *]\(linkspan_[a-z0-9_]*\)(.*/\1/p' "$header" | sort >declared.txt
  [ -s exported.txt ] || fail 'the library exports nothing'
  diff declared.txt exported.txt || fail 'the library does not export what the header declares'
  bytes=$(($(wc -c <"$library")))
  [ "$bytes" -le "$most_bytes" ] || fail "the library has $bytes bytes, more than $most_bytes"
  passed "; $(($(wc -l <exported.txt))) functions, $bytes bytes"
}

under_valgrind() {
  need valgrind
  for name in $programs; do
    compile gcc "$crate/tests/c/$name.c" -std=c11
    quietly valgrind --quiet --error-exitcode=9 --leak-check=full "./$name"
  done
  passed
}

# The library inside a program, and a program without any shared library.
linked_statically() {
  unset LD_LIBRARY_PATH
  for option in -O0 -static; do
    quietly gcc $option -std=c11 -o api -I "$STAGE/include" "$crate/tests/c/api.c" "$STAGE/lib/liblinkspan.a" \
      -lpthread -lm -ldl
    quietly ./api
  done
  passed
}

# The first program in C of a document prints the text that follows it.
documents() {
  for document in "$root/README.md" "$crate/README.md"; do
    awk '
      step == 0 && $0 == "```c" || step == 2 && $0 == "```text" { step++; next }
      (step == 1 || step == 3) && $0 == "```" { if (++step == 4) exit; next }
      step == 1 { print >"document.c" }
      step == 3 { print >"expected.txt" }
      END { exit step != 4 }
    ' "$document" || fail "$document: there is no program in C with its output"
    compile gcc document.c -std=c11
    ./document >found.txt || fail "$document: the program failed"
    diff expected.txt found.txt || fail "$document: the program prints something else"
  done
  passed
}

# The links of all case files, and of the corpora if they are there, are those of the command line.
identity() {
  # A wrapper may be in the path without the program.
  python3 -c '' 2>"$log" || skip python3
  quietly "$CARGO" build --quiet --release --manifest-path "$root/Cargo.toml" --package linkspan-cli
  compile gcc "$crate/tests/c/identity.c" -std=c11 -O2
  set --
  for file in "$root"/crates/linkspan/tests/cases/* "${LINKSPAN_CORPORA_DIR:-$root/../shared/corpora}"/*; do
    case $file in *'/*') ;; *.txt | *.md) set -- "$@" "$file" ;; esac
  done
  count=0
  for profile in recommended uts58 uasg nonascii pri185; do
    ./identity "$profile" "$@" >found.txt || fail "identity.c failed with the profile $profile"
    # `set -e` does not see a failure in a pipe.
    "$CARGO_TARGET_DIR/release/linkspan" find --format json --profile "$profile" "$@" >links.jsonl ||
      fail "the command line failed with the profile $profile"
    python3 "$crate/tests/identity.py" <links.jsonl >expected.txt
    cmp expected.txt found.txt || {
      diff expected.txt found.txt | head -n 20
      fail "the links with the profile $profile are not those of the command line"
    }
    count=$((count + $(wc -l <found.txt)))
  done
  [ "$count" -gt 1000 ] || fail "there are only $count links in $# files"
  passed "; $count links in $# files as the command line has them"
}

# A sample with a script of its own, which ends with 77 if something that it needs is missing.
sample() {
  script=$1
  shift
  status=0
  sh "$crate/tests/$script" >"$log" 2>&1 || status=$?
  case $status in
    0) passed ;;
    77) skip "$@" ;;
    *) cat "$log" >&2 && fail "$script ended with $status" ;;
  esac
}

need gcc g++ pkg-config nm
case $part in
  exports) exports ;;
  gcc) with_sanitizers gcc g++ ;;
  clang) with_sanitizers clang clang++ ;;
  valgrind) under_valgrind ;;
  static) linked_statically ;;
  documents) documents ;;
  identity) identity ;;
  go)
    need go
    cd "$crate/examples/go"
    quietly env GOFLAGS=-mod=mod GOTOOLCHAIN=local go test -count=1 ./...
    passed
    ;;
  ruby)
    ruby -e "require 'ffi'" 2>"$log" || skip ruby with ffi
    quietly ruby "$crate/examples/ruby/test.rb"
    passed
    ;;
  sqlite) sample sqlite.sh SQLite and its headers ;;
  postgres) sample postgres.sh PostgreSQL and its headers ;;
  terminal) sample terminal.sh tmux and less ;;
  *) fail 'there is no such part' ;;
esac
