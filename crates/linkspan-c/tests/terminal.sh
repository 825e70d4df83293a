#!/bin/sh
# The filter for terminals, in less and tmux. Ends with 77 if they are not there.
set -eu
export LC_ALL=C.UTF-8
source=$(cd "$(dirname "$0")/../examples/terminal" && pwd)
command -v tmux >/dev/null && command -v less >/dev/null || exit 77
folder=$(mktemp -d)
trap 'tmux -S "$folder/socket" kill-server >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT
cd "$folder"
# shellcheck disable=SC2046
gcc -std=c11 -Wall -Wextra -Werror -fsanitize=address,undefined "$source/linkspan-term.c" -o linkspan-term \
  $(pkg-config --cflags --libs linkspan)

escape=$(printf '\033')
start() { printf '%s]8;;%s%s\\' "$escape" "$1" "$escape"; }
# The same for `printf %b`.
begin() { printf '\\033]8;;%s\\033\\\\' "$1"; }
# A case: what goes in, and what comes out.
same() {
  found=$(printf '%b' "$1" | ./linkspan-term; echo x)
  wanted=$(printf '%b' "$2"; echo x)
  [ "$found" = "$wanted" ] || { printf 'for %s\n%s\ninstead of\n%s\n' "$1" "$found" "$wanted" | cat -v; exit 1; }
}
same 'see a.com.\n' "see $(begin https://a.com/)a.com$(begin '').\n"
# A link that is coloured in part is one link, and the colours stay.
same 'x \033[1mexample.com\033[0m/y z' \
  "x \033[1m$(begin https://example.com/y)example.com\033[0m/y$(begin '') z"
# The name is what people see, with the letter before the colour.
same 'x\033[1mexample.com\033[0m z' \
  "$(begin https://xexample.com/)x\033[1mexample.com$(begin '')\033[0m z"
# Bold letters of manual pages.
same 'a\ba.\b.c\bco\bom\bm' \
  "$(begin https://a.com/)a\ba.\b.c\bco\bom\bm$(begin '')"
# Nothing changes without a link, with links of others, and in other bytes.
same 'plain\n\n' 'plain\n\n'
same '\033]8;;http://z/\033\\\\z\033]8;;\033\\\\ a.com' '\033]8;;http://z/\033\\\\z\033]8;;\033\\\\ a.com'
same '\033]8;;http://z/\033\\\\z\na.com\nb\033]8;;\033\\\\\n' '\033]8;;http://z/\033\\\\z\na.com\nb\033]8;;\033\\\\\n'
same 'a.com\b' "$(begin https://a.com/)a.com$(begin '')\b"
same 'x \033\0000 a.com' "x \033\0000 $(begin https://a.com/)a.com$(begin '')"
same '\0377\0376\033[' '\0377\0376\033['
if ./linkspan-term best </dev/null 2>message.txt; then exit 1; fi
grep -q 'unknown profile `best`' message.txt

# In a pager in a terminal: people see the same text, and the terminal gets the links.
cat >text.txt <<END
The notes are at https://example.com/notes(2), or
ask jörg@bücher.de. Bücher: bücher.de/neu
END
tmux -u -S "$folder/socket" -f /dev/null new-session -d -x 72 -y 12 'sh'
tmux -S "$folder/socket" pipe-pane "cat > $folder/raw"
tmux -S "$folder/socket" send-keys "./linkspan-term < text.txt | less -R" Enter
tries=0
until tmux -S "$folder/socket" capture-pane -p | grep -q '(END)'; do
  tries=$((tries + 1))
  [ "$tries" -lt 100 ] || { tmux -S "$folder/socket" capture-pane -p; exit 1; }
  sleep 0.1
done
tmux -S "$folder/socket" capture-pane -p | grep -v '^$' | head -n 2 | diff - text.txt
for href in 'https://example.com/notes(2)' 'mailto:j%C3%B6rg@xn--bcher-kva.de' 'https://xn--bcher-kva.de/neu'; do
  grep -qF "$(start "$href")" raw || { echo "the terminal has no link to $href"; exit 1; }
done
