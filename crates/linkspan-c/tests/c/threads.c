/* Threads share a detector and a live text. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 500 };

static linkspan_detector *detector;
static linkspan_live *live;

static void *work(void *unused) {
  (void)unused;
  const char text[] = "see https://example.com/a(b), or write to me@example.org.";
  const uint16_t typed[] = {' ', 'a', '.', 'c', 'o', 'm', ' '};
  for (int round = 0; round < ROUNDS; round++) {
    linkspan_links links;
    CHECK(linkspan_find(detector, text, strlen(text), LINKSPAN_FIELDS_ALL, &links, NULL) == LINKSPAN_OK);
    CHECK(links.len == 2 && has(&links, 0, LINKSPAN_FIELD_HREF, "https://example.com/a(b)"));
    linkspan_links_free(&links);
    linkspan_changes changes;
    CHECK(linkspan_live_edit(live, 0, 0, typed, 7, &changes, NULL) == LINKSPAN_OK && changes.added_count == 1);
    linkspan_changes_free(&changes);
  }
  return NULL;
}

int main(void) {
  detector = detector_of("recommended");
  CHECK(linkspan_live_new(detector, NULL, 0, &live, NULL) == LINKSPAN_OK);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, work, NULL) == 0);
  for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  linkspan_live_link_list found;
  CHECK(linkspan_live_links(live, 0, SIZE_MAX, &found, NULL) == LINKSPAN_OK);
  CHECK(found.len == THREADS * ROUNDS && linkspan_live_length(live) == 7 * THREADS * ROUNDS);
  linkspan_live_links_free(&found);
  linkspan_live_free(live);
  linkspan_detector_free(detector);
  puts("ok");
  return 0;
}
