/* What is nested 100,000 deep needs no deep stack: every function that reads a text, in a thread with a stack of
 * 64 KB, which the README promises to be enough. No function reads HTML as HTML, but all are given it as a text. */
#include "check.h"
#include <pthread.h>

enum { DEPTH = 100000, STACK = 256 * 1024 };

/* `open` many times, then `middle`, then `close` as many times. */
static char *nested(const char *open, const char *middle, const char *close) {
  size_t before = strlen(open), after = strlen(close), between = strlen(middle);
  char *text = malloc(DEPTH * (before + after) + between + 1);
  CHECK(text != NULL);
  char *end = text;
  for (int i = 0; i < DEPTH; i++, end += before) memcpy(end, open, before);
  memcpy(end, middle, between);
  end += between;
  for (int i = 0; i < DEPTH; i++, end += after) memcpy(end, close, after);
  *end = 0;
  return text;
}

static void units(const linkspan_detector *detector, const char *text, size_t len, size_t count) {
  uint16_t *wide = malloc(len * sizeof *wide);
  CHECK(wide != NULL);
  for (size_t i = 0; i < len; i++) wide[i] = (unsigned char)text[i];
  linkspan_links links;
  CHECK(linkspan_find_utf16(detector, wide, len, LINKSPAN_FIELDS_ALL, &links, NULL) == LINKSPAN_OK);
  CHECK(links.len == count);
  linkspan_links_free(&links);

  linkspan_live *live;
  linkspan_changes changes, undone;
  linkspan_live_link_list found;
  linkspan_string out;
  CHECK(linkspan_live_new(detector, wide, len, &live, NULL) == LINKSPAN_OK);
  CHECK(linkspan_live_edit(live, 0, len / 2, wide, len, &changes, NULL) == LINKSPAN_OK);
  CHECK(linkspan_live_undo(live, &changes, &undone, NULL) == LINKSPAN_OK);
  CHECK(linkspan_live_links(live, 0, SIZE_MAX, &found, NULL) == LINKSPAN_OK && found.len == count);
  CHECK(linkspan_live_text(live, 0, SIZE_MAX, &out, NULL) == LINKSPAN_OK && IS(out, text));
  linkspan_string_free(&out);
  linkspan_live_links_free(&found);
  linkspan_changes_free(&undone);
  linkspan_changes_free(&changes);
  linkspan_live_free(live);
  free(wide);
}

static void text(const linkspan_detector *detector, char *text, size_t count) {
  size_t len = strlen(text);
  linkspan_links links;
  linkspan_string out, back;
  CHECK(linkspan_find(detector, text, len, LINKSPAN_FIELDS_ALL | LINKSPAN_WITH_REJECTED, &links, NULL) == LINKSPAN_OK);
  linkspan_links_free(&links);
  CHECK(linkspan_find(detector, text, len, LINKSPAN_FIELDS_ALL, &links, NULL) == LINKSPAN_OK && links.len == count);
  linkspan_links_free(&links);
  units(detector, text, len, count);
  CHECK(linkspan_linkify(detector, text, len, NULL, 0, &out, NULL) == LINKSPAN_OK && out.len >= len);
  linkspan_string_free(&out);
  CHECK(linkspan_defang(text, len, &out, NULL) == LINKSPAN_OK);
  CHECK(linkspan_refang(out.data, out.len, &back, NULL) == LINKSPAN_OK);
  linkspan_string_free(&back);
  linkspan_string_free(&out);
  for (uint32_t form = LINKSPAN_FORM_MINIMAL; form <= LINKSPAN_FORM_ASCII; form++) {
    linkspan_status status = linkspan_format(text, len, form, &out, NULL);
    CHECK(status == LINKSPAN_OK || status == LINKSPAN_INVALID_URL);
    linkspan_string_free(&out);
  }
  CHECK(linkspan_domain(text, len, &out, NULL) == LINKSPAN_OK);
  linkspan_string_free(&out);
  linkspan_detector *made;
  CHECK(linkspan_detector_new(text, len, &made, NULL) == LINKSPAN_INVALID_OPTION);
  CHECK(linkspan_detector_from_json(text, len, &made, NULL) == LINKSPAN_INVALID_OPTION);
  CHECK(linkspan_linkify(detector, "x", 1, text, len, &out, NULL) == LINKSPAN_INVALID_OPTION);
  free(text);
}

static void *work(void *unused) {
  (void)unused;
  linkspan_detector *detector = detector_of("recommended");
  text(detector, nested("<div>", "a.com", "</div>"), 1);
  text(detector, nested("<a href=\"https://a.com/\">", "x", "</a>"), DEPTH);
  text(detector, nested("(", "https://a.com/", ")"), 1);
  text(detector, nested("https://a.com/(", "", ")"), DEPTH);
  text(detector, nested("[", "", "]"), 0);
  text(detector, nested("{\"rel\":", "1", "}"), 0);
  linkspan_detector_free(detector);
  return NULL;
}

int main(void) {
  pthread_attr_t small;
  pthread_t thread;
  CHECK(pthread_attr_init(&small) == 0 && pthread_attr_setstacksize(&small, STACK) == 0);
  CHECK(pthread_create(&thread, &small, work, NULL) == 0 && pthread_join(thread, NULL) == 0);
  CHECK(pthread_attr_destroy(&small) == 0);
  puts("ok");
  return 0;
}
