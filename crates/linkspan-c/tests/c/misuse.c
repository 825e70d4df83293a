/* What a program with mistakes passes is refused, and nothing leaks. */
#include "check.h"

/* A text at the very end of its memory: the sanitizers see a byte read past it. */
static char *exactly(const char *bytes, size_t len) {
  char *copy = malloc(len ? len : 1);
  CHECK(copy != NULL);
  memcpy(copy, bytes, len);
  return copy;
}

static void texts(const linkspan_detector *detector) {
  static const struct {
    const char *bytes;
    size_t len, valid;
  } wrong[] = {
      {"\x80", 1, 0},           {"a.com \xC3", 7, 6},     {"a.com \xE6\x97", 8, 6}, {"\xF0\x9F\x98", 3, 0},
      {"ok \xC0\xAF", 5, 3},    {"\xED\xA0\x80", 3, 0},   {"\xF4\x90\x80\x80", 4, 0}, {"a\xFF" "b", 3, 1},
  };
  linkspan_links links;
  linkspan_string out;
  linkspan_error error;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char *text = exactly(wrong[i].bytes, wrong[i].len);
    CHECK(linkspan_find(detector, text, wrong[i].len, 0, &links, &error) == LINKSPAN_INVALID_TEXT);
    CHECK(error.offset == wrong[i].valid && strstr(error.message, "not UTF-8") != NULL);
    CHECK(links.data == NULL && links.len == 0);
    linkspan_links_free(&links);
    CHECK(linkspan_linkify(detector, text, wrong[i].len, NULL, 0, &out, &error) == LINKSPAN_INVALID_TEXT);
    CHECK(linkspan_defang(text, wrong[i].len, &out, NULL) == LINKSPAN_INVALID_TEXT);
    CHECK(linkspan_format(text, wrong[i].len, 0, &out, NULL) == LINKSPAN_INVALID_TEXT);
    linkspan_detector *other;
    CHECK(linkspan_detector_new(text, wrong[i].len, &other, NULL) == LINKSPAN_INVALID_TEXT && other == NULL);
    CHECK(linkspan_detector_from_json(text, wrong[i].len, &other, NULL) == LINKSPAN_INVALID_TEXT);
    free(text);
  }
  /* Every prefix of a text is read up to its length and no further. */
  const char whole[] = "x \xE6\x97\xA5 https://a.com/\xF0\x9F\x98\x80(b) me@a.com";
  for (size_t len = 0; len < sizeof whole; len++) {
    char *text = exactly(whole, len);
    linkspan_status status = linkspan_find(detector, text, len, LINKSPAN_FIELDS_ALL, &links, &error);
    CHECK(status == LINKSPAN_OK || status == LINKSPAN_INVALID_TEXT);
    linkspan_links_free(&links);
    free(text);
  }
  /* NUL is a character like others. */
  CHECK(linkspan_find(detector, "a.com\0b.com", 11, 0, &links, &error) == LINKSPAN_OK && links.len == 2);
  linkspan_links_free(&links);
  CHECK(linkspan_defang("a\0b", 3, &out, &error) == LINKSPAN_OK && out.len == 3);
  linkspan_string_free(&out);
}

static void arguments(linkspan_detector *detector) {
  linkspan_links links;
  linkspan_string out;
  linkspan_changes changes;
  linkspan_live_link_list found;
  linkspan_saved_state state;
  linkspan_live *live = NULL;
  linkspan_detector *other;
  linkspan_error error;
  const uint16_t unit = 'a';
  const linkspan_status refused = LINKSPAN_INVALID_ARGUMENT;
  CHECK(linkspan_find(NULL, "a.com", 5, 0, &links, &error) == refused && links.data == NULL);
  CHECK(strcmp(error.message, "`detector` is NULL") == 0);
  CHECK(linkspan_find(detector, NULL, 5, 0, &links, &error) == refused && links.data == NULL);
  CHECK(linkspan_find(detector, "a.com", 5, 0, NULL, &error) == refused);
  CHECK(linkspan_find(detector, "a.com", 5, 0, NULL, NULL) == refused);
  CHECK(linkspan_find(detector, "a.com", SIZE_MAX, 0, &links, &error) == refused);
  CHECK(linkspan_find(detector, "a.com", (size_t)-9, 0, &links, &error) == refused);
  CHECK(linkspan_find(detector, "a.com", 5, UINT64_MAX, &links, &error) == refused);
  CHECK(linkspan_find(detector, "a.com", 5, 1ull << 60, &links, &error) == refused);
  CHECK(linkspan_find(detector, NULL, 0, 0, &links, &error) == LINKSPAN_OK && links.len == 0);
  CHECK(linkspan_find_utf16(detector, NULL, 3, 0, &links, &error) == refused);
  CHECK(linkspan_find_utf16(detector, &unit, SIZE_MAX / 2, 0, &links, &error) == refused);
  CHECK(linkspan_find_utf16(detector, (const uint16_t *)(uintptr_t)((uintptr_t)&unit | 1), 1, 0, &links, &error) == refused);
  CHECK(linkspan_find_utf16(NULL, &unit, 1, 0, &links, &error) == refused);
  CHECK(linkspan_linkify(NULL, "a", 1, NULL, 0, &out, &error) == refused && out.data == NULL);
  CHECK(linkspan_linkify(detector, "a", 1, NULL, 7, &out, &error) == refused);
  CHECK(linkspan_linkify(detector, "a", 1, NULL, 0, NULL, &error) == refused);
  CHECK(linkspan_format("a.com", 5, UINT32_MAX, &out, &error) == refused);
  CHECK(linkspan_format("a.com", 5, 0, NULL, &error) == refused);
  CHECK(linkspan_detector_new(NULL, 5, &other, &error) == refused && other == NULL);
  CHECK(linkspan_detector_new("uts58", 5, NULL, &error) == refused);
  CHECK(linkspan_detector_new("", 0, &other, &error) == LINKSPAN_INVALID_OPTION && other == NULL);
  CHECK(linkspan_detector_new(NULL, 0, &other, &error) == LINKSPAN_OK && other != NULL);
  linkspan_detector_free(other);
  CHECK(linkspan_detector_from_json(NULL, 0, &other, &error) == LINKSPAN_OK && other != NULL);
  linkspan_detector_free(other);

  CHECK(linkspan_live_new(NULL, NULL, 0, &live, &error) == refused && live == NULL);
  CHECK(linkspan_live_new(detector, NULL, 0, NULL, &error) == refused);
  CHECK(linkspan_live_new_with_state(detector, NULL, 0, NULL, &live, &error) == refused);
  CHECK(linkspan_live_edit(NULL, 0, 0, NULL, 0, &changes, &error) == refused && changes.memory == NULL);
  CHECK(linkspan_live_links(NULL, 0, 0, &found, &error) == refused && found.data == NULL);
  CHECK(linkspan_live_state(NULL, &state, &error) == refused && state.dismissed == NULL);
  CHECK(linkspan_live_length(NULL) == 0);
  CHECK(linkspan_live_new(detector, &unit, 1, &live, &error) == LINKSPAN_OK);
  CHECK(linkspan_live_edit(live, 0, 0, NULL, 1, &changes, &error) == refused);
  CHECK(linkspan_live_edit(live, 0, 0, &unit, 1, NULL, &error) == refused);
  CHECK(linkspan_live_edit(live, SIZE_MAX, SIZE_MAX, &unit, 1, &changes, &error) == LINKSPAN_INVALID_RANGE);
  CHECK(linkspan_live_undo(live, NULL, &changes, &error) == refused);
  CHECK(linkspan_live_undo(live, &changes, &changes, &error) == refused);
  memset(&changes, 0, sizeof changes);
  linkspan_changes undone;
  CHECK(linkspan_live_undo(live, &changes, &undone, &error) == refused);
  CHECK(linkspan_live_dismiss(live, 7, 3, &changes, &error) == LINKSPAN_OK);
  linkspan_changes_free(&changes);
  CHECK(linkspan_live_links(live, 7, 3, &found, &error) == LINKSPAN_OK && found.len == 0);
  linkspan_live_links_free(&found);
  CHECK(linkspan_live_pending(live, SIZE_MAX, &found, &error) == LINKSPAN_OK && found.len == 0);
  CHECK(linkspan_live_describe(live, UINT64_MAX, 0, &links, &error) == LINKSPAN_OK && links.len == 0);
  CHECK(linkspan_live_describe(live, 0, LINKSPAN_WITH_REJECTED, &links, &error) == refused);
  CHECK(linkspan_live_describe(live, 0, LINKSPAN_FIELD_ENDING, &links, &error) == refused);
  CHECK(linkspan_live_text(live, 9, SIZE_MAX, &out, &error) == LINKSPAN_INVALID_RANGE && out.data == NULL);
  linkspan_string_free(&out);
  linkspan_live_free(live);
}

static void freeing(const linkspan_detector *detector) {
  linkspan_links links;
  linkspan_string out;
  CHECK(linkspan_find(detector, "a.com", 5, LINKSPAN_FIELDS_ALL, &links, NULL) == LINKSPAN_OK);
  linkspan_links_free(&links);
  linkspan_links_free(&links);
  CHECK(linkspan_defang("a.com", 5, &out, NULL) == LINKSPAN_OK);
  linkspan_string_free(&out);
  linkspan_string_free(&out);
  memset(&links, 0, sizeof links);
  linkspan_links_free(&links);
  linkspan_changes changes;
  memset(&changes, 0, sizeof changes);
  linkspan_changes_free(&changes);
  linkspan_saved_state state;
  memset(&state, 0, sizeof state);
  linkspan_live_state_free(&state);
  linkspan_links_free(NULL);
  linkspan_string_free(NULL);
  linkspan_changes_free(NULL);
  linkspan_live_links_free(NULL);
  linkspan_live_state_free(NULL);
  linkspan_live_free(NULL);
  linkspan_detector_free(NULL);
}

/* Links, fields and reasons that are not there. */
static void fields(const linkspan_detector *detector) {
  const linkspan_links *odd = (const linkspan_links *)(uintptr_t)1;
  linkspan_links links, none;
  CHECK(linkspan_find(detector, "a.com", 5, LINKSPAN_FIELD_HREF | LINKSPAN_FIELD_REASONS, &links, NULL) == LINKSPAN_OK);
  CHECK(linkspan_find(detector, "a.com", 5, 0, &none, NULL) == LINKSPAN_OK);
  const linkspan_links *lists[] = {NULL, odd, &none, &links};
  for (int list = 0; list < 4; list++) {
    size_t index = list == 3 ? SIZE_MAX : 0;
    CHECK(linkspan_link_text(lists[list], index, LINKSPAN_FIELD_HREF).data == NULL);
    CHECK(linkspan_link_number(lists[list], index, LINKSPAN_FIELD_PORT) == -1);
    CHECK(linkspan_link_reason(lists[list], index, 0).id.data == NULL);
    CHECK(linkspan_link_ending(lists[list], index).rule.data == NULL);
  }
  const uint64_t wrong[] = {0, 3, LINKSPAN_FIELD_HOST, LINKSPAN_FIELD_REASONS, LINKSPAN_FIELDS_ALL, 1ull << 60, UINT64_MAX};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    CHECK(linkspan_link_text(&links, 0, wrong[i]).data == NULL && linkspan_link_text(&links, 0, wrong[i]).len == 0);
    CHECK(linkspan_link_number(&links, 0, wrong[i]) == -1);
    CHECK((linkspan_field_name(wrong[i]) == NULL) == (wrong[i] != LINKSPAN_FIELD_HOST));
  }
  CHECK(linkspan_link_reason(&links, 0, 0).id.data == NULL && linkspan_link_reason(&links, 0, SIZE_MAX).id.data == NULL);
  linkspan_links_free(&links);
  linkspan_links_free(&none);
}

int main(void) {
  linkspan_detector *detector = detector_of("recommended");
  texts(detector);
  arguments(detector);
  freeing(detector);
  fields(detector);
  linkspan_detector_free(detector);
  puts("ok");
  return 0;
}
