/* Prints the links of files, a line each, to be compared with those of the command line:
 *
 *   identity PROFILE FILE...
 *
 * file, start, end, start and end in UTF-16, the number of the kind, every field with its name, the ids of reasons. */
#include "check.h"

static char *contents(const char *name, size_t *len) {
  FILE *file = fopen(name, "rb");
  CHECK(file != NULL);
  size_t size = 1 << 16;
  char *bytes = malloc(size);
  *len = 0;
  while (bytes != NULL && (*len += fread(bytes + *len, 1, size - *len, file)) == size) {
    bytes = realloc(bytes, size *= 2);
  }
  CHECK(bytes != NULL && fclose(file) == 0);
  return bytes;
}

/* UTF-8, which is known to be valid, as UTF-16. */
static uint16_t *widened(const char *text, size_t len, size_t *units) {
  uint16_t *wide = malloc((len + 1) * sizeof *wide);
  CHECK(wide != NULL);
  *units = 0;
  for (size_t i = 0; i < len;) {
    uint32_t c = (unsigned char)text[i++];
    int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    c &= more == 0 ? 0x7F : 0x3F >> more;
    for (; more > 0; more--) c = c << 6 | ((unsigned char)text[i++] & 0x3F);
    if (c >= 0x10000) {
      wide[(*units)++] = (uint16_t)(0xD7C0 + (c >> 10));
      c = 0xDC00 | (c & 0x3FF);
    }
    wide[(*units)++] = (uint16_t)c;
  }
  return wide;
}

static int same(linkspan_text a, linkspan_text b) {
  return a.len == b.len && (a.data == NULL) == (b.data == NULL) && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* Prints the fields that a link has, and the ids of its reasons. */
static void print(const linkspan_links *links, const linkspan_links *others, size_t index) {
  for (uint64_t field = 1; linkspan_field_name(field) != NULL; field <<= 1) {
    linkspan_text text = linkspan_link_text(links, index, field);
    CHECK(same(text, linkspan_link_text(others, index, field)));
    if (text.data != NULL) printf("\t%s=%s", linkspan_field_name(field), text.data);
  }
  printf("\treasons=");
  for (size_t number = 0;; number++) {
    linkspan_reason reason = linkspan_link_reason(links, index, number);
    CHECK(same(reason.message, linkspan_link_reason(others, index, number).message));
    if (reason.id.data == NULL) break;
    printf("%s ", reason.id.data);
  }
}

int main(int count, char **arguments) {
  CHECK(count > 2);
  linkspan_detector *detector = detector_of(arguments[1]);
  for (int i = 2; i < count; i++) {
    size_t len, units;
    char *text = contents(arguments[i], &len);
    linkspan_links links, wide_links, places;
    CHECK(linkspan_find(detector, text, len, LINKSPAN_FIELDS_ALL, &links, NULL) == LINKSPAN_OK);
    CHECK(linkspan_find(detector, text, len, 0, &places, NULL) == LINKSPAN_OK && places.len == links.len);
    CHECK(links.len == 0 || memcmp(places.data, links.data, links.len * sizeof *links.data) == 0);
    uint16_t *wide = widened(text, len, &units);
    CHECK(linkspan_find_utf16(detector, wide, units, LINKSPAN_FIELDS_ALL, &wide_links, NULL) == LINKSPAN_OK);
    CHECK(wide_links.len == links.len);
    for (size_t n = 0; n < links.len; n++) {
      const linkspan_link *link = &links.data[n], *other = &wide_links.data[n];
      CHECK(link->kind == other->kind);
      printf("%s\t%zu\t%zu\t", arguments[i], link->start, link->end);
      printf("%zu\t%zu\t%u", other->start, other->end, (unsigned)link->kind);
      print(&links, &wide_links, n);
      putchar('\n');
    }
    linkspan_links_free(&links);
    linkspan_links_free(&wide_links);
    linkspan_links_free(&places);
    free(wide);
    free(text);
  }
  linkspan_detector_free(detector);
  return 0;
}
