#!/bin/sh
# The functions for PostgreSQL, in a server of its own. Ends with 77 if there is none to start.
set -eu
examples=$(cd "$(dirname "$0")/../examples/postgres" && pwd)
command -v pg_config >/dev/null || exit 77
programs=$(pg_config --bindir)
headers=$(pg_config --includedir-server)
[ -x "$programs/initdb" ] && [ -f "$headers/postgres.h" ] || exit 77
# The server does not run as root.
as=
if [ "$(id -u)" = 0 ]; then
  id postgres >/dev/null 2>&1 && command -v runuser >/dev/null || exit 77
  as='runuser -u postgres --'
fi
folder=$(mktemp -d)
trap '$as "$programs/pg_ctl" -D "$folder/data" -m immediate -s stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
cp -L "$(pkg-config --variable=libdir linkspan)"/liblinkspan.so.* .
# PostgreSQL's own headers are not free of warnings of -Wextra.
# shellcheck disable=SC2046
gcc -std=gnu11 -shared -fPIC -Wall -Werror -isystem "$headers" "$examples/linkspan_pg.c" -o linkspan_pg.so \
  $(pkg-config --cflags --libs linkspan) -Wl,-rpath,"$folder"
cp "$examples"/*.sql .
[ -z "$as" ] || chown -R postgres "$folder"
$as "$programs/initdb" -D "$folder/data" -E UTF8 --locale=C.UTF-8 --auth=trust >initdb.log 2>&1
$as "$programs/pg_ctl" -D "$folder/data" -s -w -o "-c listen_addresses='' -k $folder" -l server.log start
ask() { $as "$programs/psql" -h "$folder" -d postgres --no-psqlrc --quiet --tuples-only --no-align "$@"; }
ask -v ON_ERROR_STOP=1 -v library="'$folder/linkspan_pg'" -f install.sql
ask -f test.sql >found.txt 2>messages.txt
diff found.txt "$examples/expected.txt"
grep -q 'division by zero' messages.txt
# Another encoding of the database: its characters are converted, and back.
ask -c "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"
$as "$programs/psql" -h "$folder" -d latin --no-psqlrc --quiet -v library="'$folder/linkspan_pg'" -f install.sql
found=$($as "$programs/psql" -h "$folder" -d latin --no-psqlrc --tuples-only --no-align \
  -c "SELECT text = 'b' || chr(252) || 'cher.de/', start, href FROM linkspan_links('x b' || chr(252) || 'cher.de/')")
[ "$found" = 't|3|https://xn--bcher-kva.de/' ] || { echo "in LATIN1: $found"; exit 1; }
