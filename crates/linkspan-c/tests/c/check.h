/* What the test programs share: an assertion that is never compiled out. */
#ifndef CHECK_H
#define CHECK_H

#include <linkspan.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                                \
      abort();                                                                                               \
    }                                                                                                        \
  } while (0)

/* Whether a text is this string, with a NUL after it. */
static inline int is(const char *data, size_t len, const char *string) {
  return data != NULL && len == strlen(string) && memcmp(data, string, len + 1) == 0;
}
#define IS(text, string) is((text).data, (text).len, string)

/* Whether a field of a link is this string. */
static inline int has(const linkspan_links *links, size_t index, uint64_t field, const char *string) {
  linkspan_text text = linkspan_link_text(links, index, field);
  return is(text.data, text.len, string);
}

static inline linkspan_detector *detector_of(const char *profile) {
  linkspan_detector *detector = NULL;
  linkspan_error error;
  if (linkspan_detector_new(profile, strlen(profile), &detector, &error) != LINKSPAN_OK) {
    fprintf(stderr, "%s\n", error.message);
    abort();
  }
  return detector;
}

#endif
