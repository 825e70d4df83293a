/* Makes the links of a text clickable in a terminal, with the sequences called OSC 8:
 *
 *   cc linkspan-term.c -o linkspan-term $(pkg-config --cflags --libs linkspan)
 *   git log --color=always | linkspan-term | less -R
 *   man --pager='linkspan-term | less -R' ls
 *   set display_filter = "linkspan-term"        # in .muttrc, with `set allow_ansi`
 *
 * The text itself does not change. Sequences that are in it, such as colours, are left where they are and do not
 * count as text, so a coloured link is found as well as a plain one. Lines
 * with links that a program has made already are passed through. Reads a line at a time; works in a pipe that stays open. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <linkspan.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The visible characters of a line, and where each byte of them starts and ends in the line. */
typedef struct {
  size_t from, to;
} Place;

typedef struct {
  char *text;
  Place *place;
  size_t len, size;
  int is_linked; /* Whether a link of the program that wrote the text is open. */
  int has_links; /* Whether the line has one. */
} Visible;

/* The length of the control sequence at the start of some bytes; 0 if there is none. ECMA-48: CSI and strings. */
static size_t sequence(const char *bytes, size_t len) {
  if (len < 2 || bytes[0] != '\033') return 0;
  size_t at = 2;
  if (bytes[1] == '[') {
    while (at < len && (bytes[at] < '@' || bytes[at] > '~')) at++;
    return at < len ? at + 1 : len;
  }
  if (bytes[1] != 0 && strchr("]PX^_", bytes[1]) != NULL) {
    for (; at < len; at++) {
      if (bytes[at] == '\a') return at + 1;
      if (bytes[at] == '\033' && at + 1 < len && bytes[at + 1] == '\\') return at + 2;
    }
    return len;
  }
  while (at < len && bytes[at - 1] >= ' ' && bytes[at - 1] <= '/') at++;
  return at;
}

static void read_visible(const char *line, size_t len, Visible *visible) {
  if (visible->size < len) {
    visible->size = 2 * len;
    visible->text = realloc(visible->text, visible->size);
    visible->place = realloc(visible->place, visible->size * sizeof *visible->place);
    if (visible->text == NULL || visible->place == NULL) {
      fputs("linkspan-term: out of memory\n", stderr);
      exit(2);
    }
  }
  visible->len = 0;
  visible->has_links = visible->is_linked;
  size_t back = 0; /* How many characters the next one replaces. */
  size_t from = SIZE_MAX; /* Where a character that the next one replaces starts. */
  for (size_t at = 0; at < len;) {
    size_t skipped = sequence(line + at, len - at);
    if (skipped > 4 && memcmp(line + at, "\033]8;", 4) == 0) {
      const char *address = memchr(line + at + 4, ';', skipped - 4);
      visible->is_linked = address != NULL && address[1] != '\033' && address[1] != '\a';
      visible->has_links = 1;
    }
    if (skipped == 0) {
      /* Overstriking, as in manual pages: a character, a backspace, and what replaces it. */
      if (line[at] == '\b') {
        back++;
      } else {
        for (; back > 0 && visible->len > 0; back--) {
          do visible->len--;
          while (visible->len > 0 && ((unsigned char)visible->text[visible->len] & 0xC0) == 0x80);
          from = visible->place[visible->len].from;
        }
        back = 0;
        visible->text[visible->len] = line[at];
        visible->place[visible->len++] = (Place){from < at ? from : at, at + 1};
        from = SIZE_MAX;
      }
    }
    at += skipped ? skipped : 1;
  }
}

/* Finds the links of a line. Bytes that are not UTF-8 end links; a line with many of them is not a text. */
static linkspan_links find(const linkspan_detector *detector, Visible *visible) {
  linkspan_links links = {0};
  linkspan_error error;
  for (int wrong = 0; wrong < 50; wrong++) {
    linkspan_status status = linkspan_find(detector, visible->text, visible->len, LINKSPAN_FIELD_HREF, &links, &error);
    if (status != LINKSPAN_INVALID_TEXT) break;
    visible->text[error.offset] = ' ';
  }
  return links;
}

/* Writes a line with its links. */
static void write_line(const linkspan_detector *detector, const char *line, size_t len, Visible *visible) {
  linkspan_links links = {0};
  read_visible(line, len, visible);
  if (!visible->has_links) links = find(detector, visible);
  size_t written = 0;
  for (size_t i = 0; i < links.len; i++) {
    size_t start = visible->place[links.data[i].start].from;
    size_t end = visible->place[links.data[i].end - 1].to;
    fwrite(line + written, 1, start - written, stdout);
    printf("\033]8;;%s\033\\", linkspan_link_text(&links, i, LINKSPAN_FIELD_HREF).data);
    fwrite(line + start, 1, end - start, stdout);
    fputs("\033]8;;\033\\", stdout);
    written = end;
  }
  fwrite(line + written, 1, len - written, stdout);
  linkspan_links_free(&links);
}

int main(int count, char **arguments) {
  linkspan_detector *detector;
  linkspan_error error;
  const char *profile = count > 1 ? arguments[1] : "recommended";
  if (count > 2 || profile[0] == '-') {
    fputs("usage: linkspan-term [PROFILE]\n\nMakes the links of standard input clickable in a terminal.\n", stderr);
    return 2;
  }
  if (linkspan_detector_new(profile, strlen(profile), &detector, &error) != LINKSPAN_OK) {
    fprintf(stderr, "linkspan-term: %s\n", error.message);
    return 2;
  }
  signal(SIGPIPE, SIG_DFL); /* A pager that was quit ends the pipe. */
  char *line = NULL;
  size_t size = 0;
  ssize_t len;
  Visible visible = {0};
  while ((len = getline(&line, &size, stdin)) >= 0) {
    write_line(detector, line, (size_t)len, &visible);
    if (fflush(stdout) != 0) break;
  }
  int failed = ferror(stdin) || ferror(stdout) ? errno : 0;
  if (failed) fprintf(stderr, "linkspan-term: %s\n", strerror(failed));
  free(line);
  free(visible.text);
  free(visible.place);
  linkspan_detector_free(detector);
  return failed ? 2 : 0;
}
