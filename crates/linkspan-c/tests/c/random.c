/* Random calls with random arguments: `random CALLS [SEED]`. Every result is checked as far as the header promises. */
#include "check.h"

static uint64_t state;

static uint32_t below(uint32_t limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)((state >> 16) % limit);
}

static const char *const pieces[] = {
    "https://", "http://", "mailto:", "a.com", "me@b.org", "例子.中国", "bücher.de", "/", "?", "#", ":~:text=", "(", ")", "[", "]",
    "<", ">", "\"", "'", " ", "\n", ".", ",", ":", "@", "-", "_", "%2F", "%FF", "%", "\xE2\x80\x8D", "\xE2\x80\xAE", "\xEF\xBF\xBF",
    "\xF0\x9F\x98\x80", "。", "README.md", "10.0.0.1", "[::1]", "xn--", "co.uk", "א", "ا", "{\"profile\":\"uts58\"}", "x", "9",
};

/* A text of random pieces, in memory of exactly its size. Now and then it is not UTF-8. */
static char *random_text(size_t *len) {
  char text[512];
  *len = 0;
  for (uint32_t n = below(12); n > 0; n--) {
    const char *piece = pieces[below(sizeof pieces / sizeof *pieces)];
    memcpy(text + *len, piece, strlen(piece));
    *len += strlen(piece);
  }
  if (*len > 0 && below(8) == 0) text[below((uint32_t)*len)] = (char)below(256);
  if (*len > 0 && below(8) == 0) *len = below((uint32_t)*len);
  char *copy = malloc(*len ? *len : 1);
  CHECK(copy != NULL);
  memcpy(copy, text, *len);
  return copy;
}

static uint16_t *random_units(size_t *len) {
  static const uint16_t some[] = {'a', '.', 'c', 'o', 'm', ' ', '/', ':', '@', '(', 0xE9, 0x3002, 0xD83D, 0xDE00, 0xD800, 0xFFFF, 0};
  size_t size = below(40);
  uint16_t *units = malloc((size ? size : 1) * sizeof *units);
  CHECK(units != NULL);
  for (size_t i = 0; i < size; i++) units[i] = some[below(sizeof some / sizeof *some)];
  *len = size;
  return units;
}

static void check_links(const linkspan_links *links, size_t len, uint64_t fields) {
  size_t reached = 0;
  for (size_t i = 0; i < links->len; i++) {
    const linkspan_link *link = &links->data[i];
    CHECK(link->start < link->end && link->end <= len && link->kind <= LINKSPAN_KIND_FILE);
    CHECK(!link->linked || link->start >= reached);
    if (link->linked) reached = link->end;
    for (size_t part = 0; part < LINKSPAN_PART_COUNT; part++) {
      linkspan_range range = link->parts[part];
      CHECK(range.start <= range.end && range.end <= len);
    }
    for (uint64_t field = 1; linkspan_field_name(field); field <<= 1) {
      linkspan_text text = linkspan_link_text(links, i, field);
      if (text.data) CHECK((fields & field) && strlen(text.data) == text.len);
      else CHECK(text.len == 0 && linkspan_link_number(links, i, field) == -1);
      int is_always_there = field == LINKSPAN_FIELD_KIND || field == LINKSPAN_FIELD_TEXT || (field == LINKSPAN_FIELD_HREF && link->linked);
      if (is_always_there) CHECK((text.data != NULL) == ((fields & field) != 0));
    }
    size_t reasons = 0;
    while (linkspan_link_reason(links, i, reasons).id.data) CHECK(linkspan_link_reason(links, i, reasons++).message.len > 0);
    CHECK(fields & LINKSPAN_FIELD_REASONS ? link->linked || reasons == 1 : reasons == 0);
    CHECK((linkspan_link_ending(links, i).rule.data != NULL) == (link->linked && (fields & LINKSPAN_FIELD_ENDING)));
  }
}

static void check(linkspan_status status, const linkspan_error *error) {
  CHECK(status < LINKSPAN_INTERNAL);
  if (status != LINKSPAN_OK && error) CHECK(memchr(error->message, 0, LINKSPAN_MESSAGE_SIZE) && error->message[0]);
}

/* After edits the links are those of a fresh search. */
static void check_live(const linkspan_detector *detector, linkspan_live *live) {
  linkspan_string text;
  linkspan_links links;
  linkspan_live_link_list found;
  CHECK(linkspan_live_text(live, 0, SIZE_MAX, &text, NULL) == LINKSPAN_OK);
  CHECK(linkspan_live_links(live, 0, SIZE_MAX, &found, NULL) == LINKSPAN_OK);
  CHECK(linkspan_find(detector, text.data, text.len, 0, &links, NULL) == LINKSPAN_OK);
  CHECK(found.len == links.len);
  linkspan_links_free(&links);
  linkspan_live_links_free(&found);
  linkspan_string_free(&text);
}

static void live_calls(const linkspan_detector *detector) {
  linkspan_error error;
  linkspan_live *live;
  size_t len;
  uint16_t *units = random_units(&len);
  check(linkspan_live_new(detector, units, len, &live, &error), &error);
  free(units);
  for (uint32_t n = below(8); n > 0; n--) {
    uint32_t length = (uint32_t)linkspan_live_length(live);
    size_t start = below(length + 2), end = start + below(6);
    linkspan_changes changes, undone;
    units = random_units(&len);
    linkspan_status status = linkspan_live_edit(live, start, end, units, len, &changes, below(2) ? &error : NULL);
    CHECK(status == LINKSPAN_OK || status == LINKSPAN_INVALID_RANGE);
    if (status == LINKSPAN_OK) check_live(detector, live);
    if (status == LINKSPAN_OK && below(3) == 0) {
      check(linkspan_live_undo(live, &changes, &undone, &error), &error);
      check_live(detector, live);
      linkspan_changes_free(&undone);
    }
    linkspan_changes_free(&changes);
    free(units);
    if (below(6) == 0) {
      check(linkspan_live_dismiss(live, below(50), below(50), &changes, &error), &error);
      linkspan_changes_free(&changes);
      linkspan_saved_state saved;
      check(linkspan_live_state(live, &saved, &error), &error);
      linkspan_live_state_free(&saved);
      check(linkspan_live_restore(live, 0, linkspan_live_length(live), &changes, &error), &error);
      linkspan_changes_free(&changes);
    }
  }
  linkspan_live_free(live);
}

int main(int count, char **arguments) {
  unsigned long long calls = count > 1 ? strtoull(arguments[1], NULL, 10) : 100000;
  state = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
  if (state == 0) state = 1;
  linkspan_detector *detectors[] = {detector_of("recommended"), detector_of("uts58"), detector_of("uasg"),
                                    detector_of("nonascii"), detector_of("pri185")};
  linkspan_error error;
  for (unsigned long long call = 0; call < calls; call++) {
    const linkspan_detector *detector = detectors[below(5)];
    size_t len, units;
    char *text = random_text(&len);
    linkspan_links links;
    linkspan_string out;
    uint64_t fields = ((uint64_t)below(1 << 16) << 16 | below(1 << 16)) & LINKSPAN_FIELDS_ALL;
    if (below(2)) fields |= LINKSPAN_FIELD_REASONS;
    if (below(4) == 0) fields |= LINKSPAN_FIELD_ENDING;
    if (below(4) == 0) fields |= LINKSPAN_WITH_REJECTED;
    if (below(4) == 0) fields = 0;
    switch (below(16)) {
    case 0: {
      linkspan_detector *made;
      check(linkspan_detector_from_json(text, len, &made, &error), &error);
      linkspan_detector_free(made);
      break;
    }
    case 1: check(linkspan_linkify(detector, text, len, NULL, 0, &out, &error), &error), linkspan_string_free(&out); break;
    case 2: check(linkspan_format(text, len, below(4), &out, &error), &error), linkspan_string_free(&out); break;
    case 3: check(linkspan_defang(text, len, &out, &error), &error), linkspan_string_free(&out); break;
    case 4: check(linkspan_refang(text, len, &out, &error), &error), linkspan_string_free(&out); break;
    case 5: check(linkspan_domain(text, len, &out, &error), &error), linkspan_string_free(&out); break;
    case 6: CHECK(linkspan_link_term(below(0x120000)) <= LINKSPAN_TERM_CLOSE); break;
    case 7: live_calls(detector); break;
    case 8: {
      uint16_t *wide = random_units(&units);
      check(linkspan_find_utf16(detector, wide, units, fields, &links, &error), &error);
      check_links(&links, units, fields);
      linkspan_links_free(&links);
      free(wide);
      break;
    }
    default:
      check(linkspan_find(detector, text, len, fields, &links, &error), &error);
      check_links(&links, len, fields);
      linkspan_links_free(&links);
    }
    free(text);
  }
  for (int i = 0; i < 5; i++) linkspan_detector_free(detectors[i]);
  printf("ok: %llu calls\n", calls);
  return 0;
}
