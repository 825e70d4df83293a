/* Every function does what the header says. */
#include "check.h"

static void finding(const linkspan_detector *detector) {
  const char text[] = "(see https://bücher.de:8080/neu?a#b, or j@xn--bcher-kva.de) README.md";
  linkspan_links links;
  CHECK(linkspan_find(detector, text, strlen(text), LINKSPAN_FIELDS_ALL, &links, NULL) == LINKSPAN_OK);
  CHECK(links.len == 2);
  const linkspan_link *link = &links.data[0];
  CHECK(link->kind == LINKSPAN_KIND_URL && link->host_kind == LINKSPAN_HOST_KIND_NAME && link->linked == 1);
  CHECK(link->start == 5 && link->end == 36);
  const char *parts[LINKSPAN_PART_COUNT] = {"https", "", "", "bücher.de", "8080", "/neu", "a", "b", ""};
  for (size_t part = 0; part < LINKSPAN_PART_COUNT; part++) {
    linkspan_range range = link->parts[part];
    CHECK(range.end - range.start == strlen(parts[part]));
    CHECK(memcmp(text + range.start, parts[part], range.end - range.start) == 0);
  }
  CHECK(has(&links, 0, LINKSPAN_FIELD_KIND, "url") && has(&links, 0, LINKSPAN_FIELD_SCHEME, "https"));
  CHECK(has(&links, 0, LINKSPAN_FIELD_TEXT, "https://bücher.de:8080/neu?a#b"));
  CHECK(has(&links, 0, LINKSPAN_FIELD_HREF, "https://xn--bcher-kva.de:8080/neu?a#b"));
  CHECK(has(&links, 0, LINKSPAN_FIELD_DISPLAY, "https://bücher.de:8080/neu?a#b"));
  CHECK(has(&links, 0, LINKSPAN_FIELD_HOST, "xn--bcher-kva.de") && has(&links, 0, LINKSPAN_FIELD_HOST_TYPED, "bücher.de"));
  CHECK(has(&links, 0, LINKSPAN_FIELD_HOST_DISPLAY, "bücher.de") && has(&links, 0, LINKSPAN_FIELD_TLD, "de"));
  CHECK(has(&links, 0, LINKSPAN_FIELD_DOMAIN, "xn--bcher-kva.de") && has(&links, 0, LINKSPAN_FIELD_DOMAIN_DISPLAY, "bücher.de"));
  CHECK(has(&links, 0, LINKSPAN_FIELD_PORT, "8080") && linkspan_link_number(&links, 0, LINKSPAN_FIELD_PORT) == 8080);
  CHECK(linkspan_link_number(&links, 0, LINKSPAN_FIELD_HREF) == -1);
  CHECK(linkspan_link_text(&links, 0, LINKSPAN_FIELD_LOCAL_PART).data == NULL);
  CHECK(linkspan_link_reason(&links, 0, 0).id.data == NULL && linkspan_link_ending(&links, 0).rule.data == NULL);
  CHECK(links.data[1].kind == LINKSPAN_KIND_EMAIL && has(&links, 1, LINKSPAN_FIELD_KIND, "email"));
  CHECK(has(&links, 1, LINKSPAN_FIELD_HREF, "mailto:j@xn--bcher-kva.de") && has(&links, 1, LINKSPAN_FIELD_LOCAL_PART, "j"));
  CHECK(linkspan_link_number(&links, 1, LINKSPAN_FIELD_PORT) == -1);
  CHECK(linkspan_link_text(&links, 2, LINKSPAN_FIELD_HREF).data == NULL);
  linkspan_links_free(&links);
  CHECK(links.data == NULL && links.len == 0);

  uint64_t fields = LINKSPAN_WITH_REJECTED | LINKSPAN_FIELDS_ALL | LINKSPAN_FIELD_ENDING;
  CHECK(linkspan_find(detector, text, strlen(text), fields, &links, NULL) == LINKSPAN_OK);
  CHECK(links.len == 3 && links.data[0].linked && !links.data[2].linked);
  linkspan_reason reason = linkspan_link_reason(&links, 2, 0);
  CHECK(IS(reason.id, "file-name") && IS(reason.about, "README.md") && reason.clause.len > 0 && reason.message.len > 0);
  CHECK(linkspan_link_reason(&links, 2, 1).id.data == NULL && linkspan_link_ending(&links, 2).rule.data == NULL);
  CHECK(has(&links, 2, LINKSPAN_FIELD_TEXT, "README.md") && linkspan_link_text(&links, 2, LINKSPAN_FIELD_HREF).data == NULL);
  linkspan_ending ending = linkspan_link_ending(&links, 0);
  CHECK(IS(ending.rule, "soft") && IS(ending.character, ",") && IS(ending.code_point, "U+002C"));
  CHECK(IS(ending.link_term, "Soft") && ending.clause.len > 0 && ending.message.len > 0 && IS(ending.open, ""));
  CHECK(IS(ending.stop, "hard") && IS(ending.stopped_at, " "));
  linkspan_links_free(&links);

  /* A field that is present and empty is not NULL. */
  const char empty[] = "https://a.com/?#x";
  CHECK(linkspan_find(detector, empty, strlen(empty), LINKSPAN_FIELD_QUERY | LINKSPAN_FIELD_DIRECTIVES, &links, NULL) == LINKSPAN_OK);
  CHECK(has(&links, 0, LINKSPAN_FIELD_QUERY, "") && linkspan_link_text(&links, 0, LINKSPAN_FIELD_DIRECTIVES).data == NULL);
  CHECK(links.data[0].parts[LINKSPAN_PART_QUERY].start == 15 && links.data[0].parts[LINKSPAN_PART_QUERY].end == 15);
  linkspan_links_free(&links);

  CHECK(linkspan_find(detector, "see a.com", 9, 0, &links, NULL) == LINKSPAN_OK);
  CHECK(links.len == 1 && linkspan_link_text(&links, 0, LINKSPAN_FIELD_HREF).data == NULL);
  linkspan_links_free(&links);
  CHECK(linkspan_find(detector, "nothing", 7, LINKSPAN_FIELDS_ALL, &links, NULL) == LINKSPAN_OK);
  CHECK(links.len == 0 && links.data == NULL && links.memory == NULL);

  CHECK(strcmp(linkspan_field_name(LINKSPAN_FIELD_HREF_TYPED), "href_typed") == 0);
  CHECK(linkspan_field_name(LINKSPAN_FIELD_REASONS) == NULL && linkspan_field_name(3) == NULL);
}

static void finding_in_utf16(const linkspan_detector *detector) {
  /* An emoji has two code units; half of a pair ends a link. */
  const uint16_t text[] = {0xD83D, 0xDE00, ' ', 'a', '.', 'c', 'o', 'm', '/', 0xE9, 0xD83D, 'x'};
  linkspan_links links;
  CHECK(linkspan_find_utf16(detector, text, 12, LINKSPAN_FIELD_HREF, &links, NULL) == LINKSPAN_OK);
  CHECK(links.len == 1 && links.data[0].start == 3 && links.data[0].end == 10);
  CHECK(links.data[0].parts[LINKSPAN_PART_PATH].start == 8 && links.data[0].parts[LINKSPAN_PART_PATH].end == 10);
  CHECK(has(&links, 0, LINKSPAN_FIELD_HREF, "https://a.com/%C3%A9"));
  linkspan_links_free(&links);
}

static void options(void) {
  linkspan_detector *detector;
  linkspan_error error;
  const char json[] = "{\"profile\": \"uts58\", \"ip-hosts\": \"linked\", \"max-length\": 20}";
  CHECK(linkspan_detector_from_json(json, strlen(json), &detector, &error) == LINKSPAN_OK);
  linkspan_links links;
  const char text[] = "http://10.0.0.1/ http://example.com/too/long README.md";
  CHECK(linkspan_find(detector, text, strlen(text), 0, &links, NULL) == LINKSPAN_OK);
  CHECK(links.len == 2 && links.data[0].host_kind == LINKSPAN_HOST_KIND_IPV4);
  linkspan_links_free(&links);
  linkspan_detector_free(detector);

  const char wrong[] = "{\"ip-hosts\": \"maybe\"}";
  CHECK(linkspan_detector_from_json(wrong, strlen(wrong), &detector, &error) == LINKSPAN_INVALID_OPTION);
  CHECK(detector == NULL);
  CHECK(strcmp(error.message, "option `ip-hosts`: expected ignored, linked or bare, not `maybe`") == 0);
  CHECK(linkspan_detector_new("best", 4, &detector, &error) == LINKSPAN_INVALID_OPTION && detector == NULL);
  CHECK(strstr(error.message, "unknown profile `best`") == error.message);
}

static void texts(const linkspan_detector *detector) {
  linkspan_string out;
  linkspan_error error;
  const char options[] = "{\"rel\": \"ugc\", \"target\": \"_blank\"}";
  CHECK(linkspan_linkify(detector, "<b> a.com", 9, options, strlen(options), &out, &error) == LINKSPAN_OK);
  CHECK(IS(out, "&lt;b&gt; <a href=\"https://a.com/\" rel=\"ugc\" target=\"_blank\"><bdi>a.com</bdi></a>"));
  CHECK(strlen(out.data) == out.len);
  linkspan_string_free(&out);
  CHECK(out.data == NULL && out.len == 0);
  const char shown[] = "{\"rel\": \"\", \"class\": \"c\", \"caption\": \"display\", \"shorten\": 8}";
  CHECK(linkspan_linkify(detector, "xn--bcher-kva.de", 16, shown, strlen(shown), &out, &error) == LINKSPAN_OK);
  CHECK(IS(out, "<a href=\"https://xn--bcher-kva.de/\" class=\"c\"><bdi>bücher.de</bdi></a>"));
  linkspan_string_free(&out);
  CHECK(linkspan_linkify(detector, "x", 1, "{\"x\": \"\"}", 9, &out, &error) == LINKSPAN_INVALID_OPTION);
  CHECK(out.data == NULL);

  const char url[] = "https://xn--bcher-kva.de/b%C3%BCcher";
  CHECK(linkspan_format(url, strlen(url), LINKSPAN_FORM_MINIMAL, &out, &error) == LINKSPAN_OK);
  CHECK(IS(out, "https://bücher.de/bücher"));
  linkspan_string_free(&out);
  CHECK(linkspan_format("a.com/ü", 8, LINKSPAN_FORM_ASCII, &out, &error) == LINKSPAN_OK);
  CHECK(IS(out, "https://a.com/%C3%BC"));
  linkspan_string_free(&out);
  CHECK(linkspan_format("http://a b/", 11, LINKSPAN_FORM_ASCII, &out, &error) == LINKSPAN_INVALID_URL);
  CHECK(linkspan_format(url, strlen(url), 99, &out, &error) == LINKSPAN_INVALID_ARGUMENT);

  CHECK(linkspan_defang("see https://evil.example/x", 26, &out, &error) == LINKSPAN_OK);
  CHECK(IS(out, "see hxxps://evil[.]example/x"));
  linkspan_string back;
  CHECK(linkspan_refang(out.data, out.len, &back, &error) == LINKSPAN_OK);
  CHECK(IS(back, "see https://evil.example/x"));
  linkspan_string_free(&back);
  linkspan_string_free(&out);

  CHECK(linkspan_domain("www.example.co.uk", 17, &out, &error) == LINKSPAN_OK);
  CHECK(IS(out, "example.co.uk"));
  linkspan_string_free(&out);
  CHECK(linkspan_domain("co.uk", 5, &out, &error) == LINKSPAN_OK && out.data == NULL);
}

static void properties(void) {
  CHECK(linkspan_link_term(' ') == LINKSPAN_TERM_HARD && linkspan_link_term('a') == LINKSPAN_TERM_INCLUDE);
  CHECK(linkspan_link_term('.') == LINKSPAN_TERM_SOFT && linkspan_link_term('(') == LINKSPAN_TERM_OPEN);
  CHECK(linkspan_link_term(')') == LINKSPAN_TERM_CLOSE && linkspan_link_bracket(')') == '(');
  CHECK(linkspan_link_bracket('a') == 0 && linkspan_is_link_email('a') == 1 && linkspan_is_link_email(' ') == 0);
  CHECK(linkspan_link_term(0xD800) == LINKSPAN_TERM_HARD && linkspan_link_term(0x110000) == LINKSPAN_TERM_HARD);
  CHECK(linkspan_link_bracket(UINT32_MAX) == 0 && linkspan_is_link_email(UINT32_MAX) == 0);
  CHECK(linkspan_abi() == LINKSPAN_ABI && strchr(linkspan_version(), '.') != NULL);
  CHECK(linkspan_unicode_version() == 18 << 16);
}

static void live(const linkspan_detector *detector) {
  const uint16_t text[] = {0xD83D, 0xDE00, ' ', 'a', '.', 'c', 'o'};
  const uint16_t more[] = {'m', '/', 'x'};
  linkspan_live *live;
  linkspan_changes edit, undo, changes;
  linkspan_live_link_list found;
  linkspan_links links;
  linkspan_string out;
  linkspan_error error;
  CHECK(linkspan_live_new(detector, text, 7, &live, &error) == LINKSPAN_OK);
  CHECK(linkspan_live_length(live) == 7);
  CHECK(linkspan_live_edit(live, 7, 7, more, 3, &edit, &error) == LINKSPAN_OK);
  CHECK(edit.moved_count == 1 && edit.moved[0].start == 3 && edit.moved[0].end == 10 && edit.shift_by == 3);
  uint64_t id = edit.moved[0].id;
  CHECK(linkspan_live_describe(live, id, LINKSPAN_FIELD_HREF, &links, &error) == LINKSPAN_OK && links.len == 1);
  CHECK(links.data[0].start == 3 && links.data[0].end == 10 && links.data[0].parts[LINKSPAN_PART_PATH].start == 8);
  CHECK(has(&links, 0, LINKSPAN_FIELD_HREF, "https://a.com/x"));
  linkspan_links_free(&links);
  CHECK(linkspan_live_pending(live, 10, &found, &error) == LINKSPAN_OK && found.len == 1 && found.data[0].id == id);
  linkspan_live_links_free(&found);
  CHECK(linkspan_live_dismiss(live, 3, 10, &changes, &error) == LINKSPAN_OK);
  CHECK(changes.removed_count == 1 && changes.removed[0] == id);
  CHECK(linkspan_live_undo(live, &changes, &undo, &error) == LINKSPAN_INVALID_ARGUMENT);
  linkspan_changes_free(&changes);
  CHECK(linkspan_live_links(live, 0, SIZE_MAX, &found, &error) == LINKSPAN_OK && found.len == 0);
  CHECK(linkspan_live_describe(live, id, 0, &links, &error) == LINKSPAN_OK && links.len == 0);

  linkspan_saved_state state;
  CHECK(linkspan_live_state(live, &state, &error) == LINKSPAN_OK && state.disabled == 0);
  CHECK(state.dismissed_count == 1 && state.dismissed[0].start == 3 && state.dismissed[0].end == 10);
  linkspan_live *copy;
  const uint16_t whole[] = {0xD83D, 0xDE00, ' ', 'a', '.', 'c', 'o', 'm', '/', 'x'};
  CHECK(linkspan_live_new_with_state(detector, whole, 10, &state, &copy, &error) == LINKSPAN_OK);
  CHECK(linkspan_live_links(copy, 0, SIZE_MAX, &found, &error) == LINKSPAN_OK && found.len == 0);
  CHECK(linkspan_live_restore(copy, 3, 10, &changes, &error) == LINKSPAN_OK && changes.added_count == 1);
  linkspan_changes_free(&changes);
  linkspan_live_free(copy);
  linkspan_live_state_free(&state);

  CHECK(linkspan_live_restore(live, 3, 10, &changes, &error) == LINKSPAN_OK && changes.added_count == 1);
  linkspan_changes_free(&changes);
  CHECK(linkspan_live_enable(live, 0, &changes, &error) == LINKSPAN_OK && changes.removed_count == 1);
  linkspan_changes_free(&changes);
  CHECK(linkspan_live_enable(live, 1, &changes, &error) == LINKSPAN_OK && changes.added_count == 1);
  linkspan_changes_free(&changes);
  CHECK(linkspan_live_undo(live, &edit, &undo, &error) == LINKSPAN_OK && linkspan_live_length(live) == 7);
  CHECK(linkspan_live_undo(live, &undo, &changes, &error) == LINKSPAN_OK && linkspan_live_length(live) == 10);
  linkspan_changes_free(&edit);
  linkspan_changes_free(&undo);
  linkspan_changes_free(&changes);
  CHECK(linkspan_live_text(live, 2, SIZE_MAX, &out, &error) == LINKSPAN_OK && IS(out, " a.com/x"));
  linkspan_string_free(&out);

  /* An edit that cuts a pair in two leaves U+FFFF for its other half. */
  CHECK(linkspan_live_edit(live, 0, 1, NULL, 0, &changes, &error) == LINKSPAN_OK);
  linkspan_changes_free(&changes);
  CHECK(linkspan_live_text(live, 0, 2, &out, &error) == LINKSPAN_OK && IS(out, "\xEF\xBF\xBF "));
  linkspan_string_free(&out);
  CHECK(linkspan_live_edit(live, 8, 99, NULL, 0, &changes, &error) == LINKSPAN_INVALID_RANGE);
  CHECK(strstr(error.message, "outside the text") != NULL && changes.memory == NULL);
  CHECK(linkspan_live_edit(live, 5, 4, NULL, 0, &changes, &error) == LINKSPAN_INVALID_RANGE);
  CHECK(linkspan_live_dismiss(live, 0, SIZE_MAX, &changes, &error) == LINKSPAN_OK && changes.removed_count == 1);
  linkspan_changes_free(&changes);
  linkspan_live_free(live);
}

/* Around a pair of surrogates, every range that is not one is refused and changes nothing. */
static void ranges(const linkspan_detector *detector) {
  const uint16_t text[] = {'a', 'b', 0xD83D, 0xDE00, 'c', 'd'}, x = 'X';
  for (size_t start = 0; start < 9; start++) {
    for (size_t end = 0; end < 9; end++) {
      linkspan_live *live;
      linkspan_changes changes;
      CHECK(linkspan_live_new(detector, text, 6, &live, NULL) == LINKSPAN_OK);
      linkspan_status status = linkspan_live_edit(live, start, end, &x, 1, &changes, NULL);
      int is_range = start <= end && end <= 6;
      CHECK(status == (is_range ? LINKSPAN_OK : LINKSPAN_INVALID_RANGE));
      CHECK(linkspan_live_length(live) == (is_range ? 7 - (end - start) : 6));
      linkspan_changes_free(&changes);
      linkspan_live_free(live);
    }
  }
}

int main(void) {
  linkspan_detector *detector = detector_of("recommended");
  ranges(detector);
  finding(detector);
  finding_in_utf16(detector);
  options();
  texts(detector);
  properties();
  live(detector);
  linkspan_detector_free(detector);
  puts("ok");
  return 0;
}
