#!/bin/sh
# The extension for SQLite, in the real program. Ends with 77 if that is not there.
set -eu
examples=$(cd "$(dirname "$0")/../examples/sqlite" && pwd)
command -v sqlite3 >/dev/null && printf '#include <sqlite3ext.h>\n' | gcc -E - >/dev/null 2>&1 || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# shellcheck disable=SC2046
gcc -std=c11 -shared -fPIC -Wall -Wextra -Werror "$examples/linkspan_sqlite.c" -o linkspan_sqlite.so \
  $(pkg-config --cflags --libs linkspan)
sqlite3 :memory: <"$examples/test.sql" >found.txt
diff found.txt "$examples/expected.txt"
# What the function is not for is refused.
if sqlite3 :memory: -cmd '.load ./linkspan_sqlite' 'SELECT * FROM links' 2>message.txt; then exit 1; fi
grep -q 'needs a text' message.txt
