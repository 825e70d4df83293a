/* Prints the links of standard input: cc links.c $(pkg-config --cflags --libs linkspan) */
#include <linkspan.h>
#include <stdio.h>

int main(void) {
  linkspan_detector *detector;
  linkspan_error error;
  if (linkspan_detector_new(NULL, 0, &detector, &error) != LINKSPAN_OK) {
    fprintf(stderr, "links: %s\n", error.message);
    return 2;
  }
  static char text[1 << 20];
  size_t len = fread(text, 1, sizeof text, stdin);
  linkspan_links links;
  if (linkspan_find(detector, text, len, LINKSPAN_FIELD_HREF, &links, &error) != LINKSPAN_OK) {
    fprintf(stderr, "links: %s\n", error.message);
    linkspan_detector_free(detector);
    return 2;
  }
  for (size_t i = 0; i < links.len; i++) {
    const linkspan_link *link = &links.data[i];
    printf("%.*s\t%s\n", (int)(link->end - link->start), text + link->start, linkspan_link_text(&links, i, LINKSPAN_FIELD_HREF).data);
  }
  linkspan_links_free(&links);
  linkspan_detector_free(detector);
  return 0;
}
