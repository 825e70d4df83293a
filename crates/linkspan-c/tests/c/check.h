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

/* Whether a text is this string. */
#define IS(text, string) ((text).len == strlen(string) && memcmp((text).data, string, (text).len) == 0)

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
