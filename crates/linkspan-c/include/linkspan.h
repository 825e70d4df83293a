/*
 * linkspan: finds links and e-mail addresses in text in any language.
 *
 * Written by cbindgen from crates/linkspan-c; do not edit. Its README.md is a tutorial.
 *
 * Strings are UTF-8 with a length and need no NUL. A NULL pointer is an empty text if its length is 0.
 * A function that can fail returns LINKSPAN_OK or an error code, and fills in `error` if it is not NULL.
 * It always writes its output, even on failure, so freeing the output is always allowed. Threads may
 * share detectors and live texts. There is no global state.
 */

#ifndef LINKSPAN_H
#define LINKSPAN_H

#include <stddef.h>
#include <stdint.h>

/**
 * The version of this interface. It changes when a program that was compiled for another one would no
 * longer work; then the name of the shared library changes, too.
 */
#define LINKSPAN_ABI 1

/**
 * The call succeeded.
 */
#define LINKSPAN_OK 0

/**
 * A pointer is NULL or not aligned, a length is longer than any object, or a number is not one of
 * those that an argument takes. This is a bug in the calling program.
 */
#define LINKSPAN_INVALID_ARGUMENT 1

/**
 * The text is not valid UTF-8; `offset` of the error is the number of valid bytes before the first
 * invalid one. Lone surrogates in UTF-16 are not an error.
 */
#define LINKSPAN_INVALID_TEXT 2

/**
 * A profile or option does not exist or does not accept the value, or the JSON is malformed.
 */
#define LINKSPAN_INVALID_OPTION 3

/**
 * The URL cannot be written in the form that was asked for.
 */
#define LINKSPAN_INVALID_URL 4

/**
 * The range is not in the text, or starts or ends inside a character.
 */
#define LINKSPAN_INVALID_RANGE 5

/**
 * A bug in the library; please report it. If it occurs in a call with a live text, all later calls
 * with that live text fail with this code; free it.
 */
#define LINKSPAN_INTERNAL 6

/**
 * The size of a message in bytes, with its NUL.
 */
#define LINKSPAN_MESSAGE_SIZE 504

/**
 * A URL, with or without a scheme (`example.com`), or a link without a host, such as `tel:`.
 */
#define LINKSPAN_KIND_URL 0

/**
 * An e-mail address.
 */
#define LINKSPAN_KIND_EMAIL 1

/**
 * A file name or path, which only the profile `pri185` finds.
 */
#define LINKSPAN_KIND_FILE 2

/**
 * The link has no host.
 */
#define LINKSPAN_HOST_KIND_NONE 0

/**
 * The host is a name.
 */
#define LINKSPAN_HOST_KIND_NAME 1

/**
 * The host is an IPv4 address.
 */
#define LINKSPAN_HOST_KIND_IPV4 2

/**
 * The host is an IPv6 address.
 */
#define LINKSPAN_HOST_KIND_IPV6 3

/**
 * The scheme, without its `:` and `//`.
 */
#define LINKSPAN_PART_SCHEME 0

/**
 * A user name and password. No link has them; a candidate that was rejected may.
 */
#define LINKSPAN_PART_USERINFO 1

/**
 * The local part of an e-mail address.
 */
#define LINKSPAN_PART_LOCAL_PART 2

/**
 * The host of a URL, or the domain of an e-mail address.
 */
#define LINKSPAN_PART_HOST 3

/**
 * The digits of the port.
 */
#define LINKSPAN_PART_PORT 4

/**
 * The path, from its first `/`. In a link without a host, such as `tel:`, the text after the `:` up to
 * a query or fragment; for a file name, the whole name.
 */
#define LINKSPAN_PART_PATH 5

/**
 * The query, after its `?`.
 */
#define LINKSPAN_PART_QUERY 6

/**
 * The fragment, after its `#`, without directives.
 */
#define LINKSPAN_PART_FRAGMENT 7

/**
 * The fragment directives, after the first `:~:`.
 */
#define LINKSPAN_PART_DIRECTIVES 8

/**
 * The number of parts.
 */
#define LINKSPAN_PART_COUNT 9

/**
 * What the link is: `url`, `email`, or with the profile `pri185` also `file`.
 */
#define LINKSPAN_FIELD_KIND (1ull << 0)

/**
 * The link as written.
 */
#define LINKSPAN_FIELD_TEXT (1ull << 1)

/**
 * The address to open: ASCII, with a scheme, as a browser serializes it.
 */
#define LINKSPAN_FIELD_HREF (1ull << 2)

/**
 * The address as typed, with a scheme; `href` if a browser would open another address for it.
 */
#define LINKSPAN_FIELD_HREF_TYPED (1ull << 3)

/**
 * The readable form: names in Unicode, and no unnecessary escapes.
 */
#define LINKSPAN_FIELD_DISPLAY (1ull << 4)

/**
 * The text to put on the link: as written, but a name found to imitate another one is in A-labels,
 * and characters that reorder text are percent-escaped.
 */
#define LINKSPAN_FIELD_CAPTION (1ull << 5)

/**
 * The scheme as written, without `:` and `//`; null if none is written.
 */
#define LINKSPAN_FIELD_SCHEME (1ull << 6)

/**
 * The text before the `@` of an e-mail address.
 */
#define LINKSPAN_FIELD_LOCAL_PART (1ull << 7)

/**
 * The host, to compare by: A-labels in lower case without a root dot, or an IP address as a
 * browser serializes it; null if IDNA rejects it.
 */
#define LINKSPAN_FIELD_HOST (1ull << 8)

/**
 * The host as written.
 */
#define LINKSPAN_FIELD_HOST_TYPED (1ull << 9)

/**
 * The host in Unicode, to show; a name found to imitate another one is in A-labels.
 */
#define LINKSPAN_FIELD_HOST_DISPLAY (1ull << 10)

/**
 * The registrable domain, to count and compare by, in the form of `host`; null for an IP address
 * and for a public suffix.
 */
#define LINKSPAN_FIELD_DOMAIN (1ull << 11)

/**
 * The registrable domain in Unicode, to show.
 */
#define LINKSPAN_FIELD_DOMAIN_DISPLAY (1ull << 12)

/**
 * The top-level domain, in the form of `host`.
 */
#define LINKSPAN_FIELD_TLD (1ull << 13)

/**
 * The port, if one is written.
 */
#define LINKSPAN_FIELD_PORT (1ull << 14)

/**
 * The path with its first `/`. In a link without a host, such as `tel:`, the text after the `:`;
 * for a file name, the whole name.
 */
#define LINKSPAN_FIELD_PATH (1ull << 15)

/**
 * The query, without its `?`.
 */
#define LINKSPAN_FIELD_QUERY (1ull << 16)

/**
 * The fragment, without its `#` and without directives.
 */
#define LINKSPAN_FIELD_FRAGMENT (1ull << 17)

/**
 * The fragment directives, without the first `:~:`.
 */
#define LINKSPAN_FIELD_DIRECTIVES (1ull << 18)

/**
 * All of these fields, and `LINKSPAN_FIELD_REASONS`.
 */
#define LINKSPAN_FIELDS_ALL (LINKSPAN_FIELD_REASONS | ((1ull << 19) - 1))

/**
 * Why a link was narrowed or a candidate rejected, and warnings: `linkspan_link_reason`.
 */
#define LINKSPAN_FIELD_REASONS (1ull << 61)

/**
 * Why a link ends where it does: `linkspan_link_ending`. Not one of `LINKSPAN_FIELDS_ALL`, because
 * it makes the search slower.
 */
#define LINKSPAN_FIELD_ENDING (1ull << 62)

/**
 * Also report candidates that are not linked, in text order among the links. They have no fields
 * but the kind, the text and a reason. Slower than finding links alone.
 */
#define LINKSPAN_WITH_REJECTED (1ull << 63)

/**
 * Minimal escaping (UTS #58, section 4.1): readable, and found as a whole in running text.
 */
#define LINKSPAN_FORM_MINIMAL 0

/**
 * Minimal escaping that also keeps misleading characters escaped, for showing to people.
 */
#define LINKSPAN_FORM_DISPLAY 1

/**
 * ASCII only, as a browser writes it.
 */
#define LINKSPAN_FORM_ASCII 2

/**
 * Link_Term=Include.
 */
#define LINKSPAN_TERM_INCLUDE 0

/**
 * Link_Term=Hard.
 */
#define LINKSPAN_TERM_HARD 1

/**
 * Link_Term=Soft.
 */
#define LINKSPAN_TERM_SOFT 2

/**
 * Link_Term=Open.
 */
#define LINKSPAN_TERM_OPEN 3

/**
 * Link_Term=Close.
 */
#define LINKSPAN_TERM_CLOSE 4

/**
 * The memory of changes and of what reverts them. Private to this library.
 */
typedef struct linkspan_changes_memory linkspan_changes_memory;

/**
 * Finds links. Immutable, so threads may share it. Create it once: creating one costs more than
 * searching a message.
 */
typedef struct linkspan_detector linkspan_detector;

/**
 * A text that is being edited, and its links. After every edit, the links are those of a fresh
 * search. The cost of an edit depends on the text inserted and deleted and on the runs around it
 * (up to the nearest spaces), not on the length of the text. Offsets are UTF-16 code units.
 * Threads may share it: calls wait for each other.
 *
 * A lone surrogate is stored as U+FFFF, which ends links. It stays U+FFFF even if a later edit
 * inserts the other half next to it, so insert both halves in one edit.
 */
typedef struct linkspan_live linkspan_live;

/**
 * The values of links: private to this library.
 */
typedef struct linkspan_memory linkspan_memory;

/**
 * The result of a call: `LINKSPAN_OK` or an error code.
 */
typedef uint32_t linkspan_status;

/**
 * Describes a failure. A function writes it only if it does not return `LINKSPAN_OK`.
 * Nothing in it has to be freed.
 */
typedef struct linkspan_error {
  /**
   * Where a text stops being UTF-8, in bytes; 0 for other errors.
   */
  size_t offset;
  /**
   * A sentence in UTF-8 with a NUL at its end. A long one is cut.
   */
  char message[LINKSPAN_MESSAGE_SIZE];
} linkspan_error;

/**
 * A range of offsets: bytes of a text in UTF-8, code units of one in UTF-16.
 */
typedef struct linkspan_range {
  /**
   * Where it starts.
   */
  size_t start;
  /**
   * Where it ends: the first offset that is not in it.
   */
  size_t end;
} linkspan_range;

/**
 * A link in a text. Offsets count from the start of the text.
 */
typedef struct linkspan_link {
  /**
   * Where it starts.
   */
  size_t start;
  /**
   * Where it ends: the first offset that is not in it.
   */
  size_t end;
  /**
   * `LINKSPAN_KIND_URL`, `LINKSPAN_KIND_EMAIL` or `LINKSPAN_KIND_FILE`.
   */
  uint32_t kind;
  /**
   * `LINKSPAN_HOST_KIND_NONE`, `LINKSPAN_HOST_KIND_NAME`, `LINKSPAN_HOST_KIND_IPV4` or `LINKSPAN_HOST_KIND_IPV6`.
   */
  uint32_t host_kind;
  /**
   * 1 for a link; 0 for a candidate that is not one, reported only with `LINKSPAN_WITH_REJECTED`.
   */
  uint32_t linked;
  /**
   * 0.
   */
  uint32_t reserved;
  /**
   * The parts as written, by their numbers: `parts[LINKSPAN_PART_HOST]`, without the delimiters between
   * them. A part that the link does not have is 0 to 0; one that is present and empty, such as the query
   * of `https://a.com/?`, starts and ends after its delimiter.
   */
  struct linkspan_range parts[LINKSPAN_PART_COUNT];
} linkspan_link;

/**
 * Links in the order of the text. Free them with `linkspan_links_free`.
 */
typedef struct linkspan_links {
  /**
   * The links; NULL if there are none.
   */
  const struct linkspan_link *data;
  /**
   * Their number.
   */
  size_t len;
  /**
   * Private.
   */
  size_t capacity;
  /**
   * Private; see `linkspan_link_text`.
   */
  struct linkspan_memory *memory;
} linkspan_links;

/**
 * A text inside other memory, in UTF-8 with a NUL after it.
 */
typedef struct linkspan_text {
  /**
   * The text; NULL if it was not requested or does not exist. A text that exists and is empty is
   * not NULL.
   */
  const char *data;
  /**
   * Its length in bytes, without the NUL after it.
   */
  size_t len;
} linkspan_text;

/**
 * Why a link was narrowed, a warning about it, or why a candidate was rejected.
 */
typedef struct linkspan_reason {
  /**
   * A stable name, such as `file-name`.
   */
  struct linkspan_text id;
  /**
   * The clause that the reason comes from.
   */
  struct linkspan_text clause;
  /**
   * The characters that it is about, as they are in the text.
   */
  struct linkspan_text about;
  /**
   * A sentence for people, with the characters that it is about.
   */
  struct linkspan_text message;
} linkspan_reason;

/**
 * Why a link ends where it does.
 */
typedef struct linkspan_ending {
  /**
   * The stable name of the rule that decided the end, such as `soft`.
   */
  struct linkspan_text rule;
  /**
   * The first character after the link; NULL at the end of the text.
   */
  struct linkspan_text character;
  /**
   * The same character, in the form `U+002E`.
   */
  struct linkspan_text code_point;
  /**
   * Its Link_Term value, such as `Soft`.
   */
  struct linkspan_text link_term;
  /**
   * The clause that the rule comes from.
   */
  struct linkspan_text clause;
  /**
   * The rule as a sentence.
   */
  struct linkspan_text message;
  /**
   * The brackets that were open where reading stopped.
   */
  struct linkspan_text open;
  /**
   * The rule that stopped the reading; differs from `rule` if it was later.
   */
  struct linkspan_text stop;
  /**
   * The character at which reading stopped; NULL at the end of the text.
   */
  struct linkspan_text stopped_at;
} linkspan_ending;

/**
 * A text that the caller owns, in UTF-8 with a NUL after it. Free it with
 * `linkspan_string_free`.
 */
typedef struct linkspan_string {
  /**
   * The text; NULL if there is none. It may have NULs inside: `len` counts.
   */
  char *data;
  /**
   * Its length in bytes, without the NUL after it.
   */
  size_t len;
} linkspan_string;

/**
 * The state to save with a live text; see `linkspan_live_new_with_state`. Free it
 * with `linkspan_live_state_free`.
 */
typedef struct linkspan_saved_state {
  /**
   * The links that are dismissed; NULL if there are none.
   */
  const struct linkspan_range *dismissed;
  /**
   * Their number.
   */
  size_t dismissed_count;
  /**
   * Private.
   */
  size_t capacity;
  /**
   * 1 if links are turned off, 0 if they are on.
   */
  uint32_t disabled;
  /**
   * 0.
   */
  uint32_t reserved;
} linkspan_saved_state;

/**
 * A link in a text that is edited. Offsets are UTF-16 code units.
 */
typedef struct linkspan_live_link {
  /**
   * Identifies the link across edits while its first character and its kind stay the same.
   */
  uint64_t id;
  /**
   * Where it starts.
   */
  size_t start;
  /**
   * Where it ends: the first offset that is not in it.
   */
  size_t end;
  /**
   * `LINKSPAN_KIND_URL`, `LINKSPAN_KIND_EMAIL` or `LINKSPAN_KIND_FILE`.
   */
  uint32_t kind;
  /**
   * 0.
   */
  uint32_t reserved;
} linkspan_live_link;

/**
 * How the links changed. To update a list of links: delete those that were removed, add `shift_by`
 * to both offsets of those that started at `shift_from` or later, then store those that moved and
 * those that were added. Free it with `linkspan_changes_free`.
 */
typedef struct linkspan_changes {
  /**
   * The ids of links that no longer exist; NULL if there are none.
   */
  const uint64_t *removed;
  /**
   * Their number.
   */
  size_t removed_count;
  /**
   * Links that are new; NULL if there are none.
   */
  const struct linkspan_live_link *added;
  /**
   * Their number.
   */
  size_t added_count;
  /**
   * Links next to the edit whose offsets have changed; NULL if there are none.
   */
  const struct linkspan_live_link *moved;
  /**
   * Their number.
   */
  size_t moved_count;
  /**
   * Links that started here or later, before the edit, have shifted.
   */
  size_t shift_from;
  /**
   * By how many code units.
   */
  ptrdiff_t shift_by;
  /**
   * Private.
   */
  struct linkspan_changes_memory *memory;
} linkspan_changes;

/**
 * Links of a text that is edited, in the order of the text. Free them with
 * `linkspan_live_links_free`.
 */
typedef struct linkspan_live_link_list {
  /**
   * The links; NULL if there are none.
   */
  const struct linkspan_live_link *data;
  /**
   * Their number.
   */
  size_t len;
  /**
   * Private.
   */
  size_t capacity;
} linkspan_live_link_list;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The version of the interface that the library has: `LINKSPAN_ABI` of the header that it was made with.
 */
uint32_t linkspan_abi(void);

/**
 * The version of the library, such as `0.2.0`. Do not free it.
 */
const char *linkspan_version(void);

/**
 * The version of Unicode whose properties decide where links end, such as 18.0.0, as
 * 65536 × major + 256 × minor + update.
 */
uint32_t linkspan_unicode_version(void);

/**
 * Creates a detector from a profile name: `recommended`, `uts58`, `uasg`, `nonascii` or `pri185`. NULL
 * with the length 0 means `recommended`. Free it with `linkspan_detector_free`.
 *
 * Fails with `LINKSPAN_INVALID_OPTION` if there is no such profile; `*detector` is NULL then.
 *
 * Requires:
 *
 * `profile` points to `len` bytes, or is NULL. `detector` can be written; `error` can be written, or is
 * NULL.
 */
linkspan_status linkspan_detector_new(const char *profile,
                                      size_t len,
                                      struct linkspan_detector **detector,
                                      struct linkspan_error *error);

/**
 * Creates a detector from options, given as a JSON object:
 * `{"profile": "uts58", "ip-hosts": "linked", "without": ["file-name", "code"], "max-length": 2000}`. An
 * option has the same name and values in every language; `docs/options.md` of the library lists them. `null`
 * leaves an option as it is.
 *
 * Fails with `LINKSPAN_INVALID_OPTION` if the text is not such an object, has a name twice, or an option is
 * unknown or does not take its value; `*detector` is NULL then.
 *
 * Requires:
 *
 * `json` points to `len` bytes. `detector` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_detector_from_json(const char *json,
                                            size_t len,
                                            struct linkspan_detector **detector,
                                            struct linkspan_error *error);

/**
 * Frees a detector. NULL is allowed. Live texts made with it keep working.
 *
 * Requires:
 *
 * `detector` is NULL, or one that has not been freed and that no other thread uses.
 */
void linkspan_detector_free(struct linkspan_detector *detector);

/**
 * Frees links and sets them to zero, so freeing them twice is harmless. NULL is allowed.
 *
 * Requires:
 *
 * `links` is NULL, or points to links that this library made and that were not changed, or to zeros.
 */
void linkspan_links_free(struct linkspan_links *links);

/**
 * Returns the name of a field, such as `href` for `LINKSPAN_FIELD_HREF`, as it is in JSON and in
 * other languages; NULL if there is no such field. The numbers of the fields are 1, 2, 4 and so on
 * without gaps, so a loop can list them. Do not free it.
 */
const char *linkspan_field_name(uint64_t field);

/**
 * Returns a field of the link at `index`, such as `LINKSPAN_FIELD_HREF`. `data` is NULL if the
 * link lacks the field, if the field was not requested, or if there is no such link or field. It is
 * valid until the links are freed.
 *
 * Requires:
 *
 * `links` is NULL, or points to links that this library made and that were not changed.
 */
struct linkspan_text linkspan_link_text(const struct linkspan_links *links,
                                        size_t index,
                                        uint64_t field);

/**
 * Returns a field that is a number, such as `LINKSPAN_FIELD_PORT`; -1 where `linkspan_link_text`
 * returns NULL, and for fields that are texts.
 *
 * Requires:
 *
 * `links` is NULL, or points to links that this library made and that were not changed.
 */
int64_t linkspan_link_number(const struct linkspan_links *links, size_t index, uint64_t field);

/**
 * Returns the reason `number` of the link at `index`, from 0; the texts are NULL if there are fewer
 * reasons, or if `LINKSPAN_FIELD_REASONS` was not requested. They are valid until the links are
 * freed.
 *
 * Requires:
 *
 * `links` is NULL, or points to links that this library made and that were not changed.
 */
struct linkspan_reason linkspan_link_reason(const struct linkspan_links *links,
                                            size_t index,
                                            size_t number);

/**
 * Returns why the link at `index` ends where it does. The texts are NULL for a rejected candidate,
 * or if `LINKSPAN_FIELD_ENDING` was not requested. They are valid until the links are freed.
 *
 * Requires:
 *
 * `links` is NULL, or points to links that this library made and that were not changed.
 */
struct linkspan_ending linkspan_link_ending(const struct linkspan_links *links, size_t index);

/**
 * Finds the link that starts at byte `at` of a text in UTF-8, as `linkspan_find` would: `links` has it,
 * or none. Only the text around `at` is searched, up to a space on either side.
 *
 * `fields` is that of `linkspan_find`, without `LINKSPAN_WITH_REJECTED` and `LINKSPAN_FIELD_ENDING`,
 * which have no effect.
 *
 * Requires:
 *
 * As for `linkspan_find`.
 */
linkspan_status linkspan_link_at(const struct linkspan_detector *detector,
                                 const char *text,
                                 size_t len,
                                 size_t at,
                                 uint64_t fields,
                                 struct linkspan_links *links,
                                 struct linkspan_error *error);

/**
 * Finds the link that contains the character at byte `at` of a text in UTF-8, such as the one under a
 * pointer. Otherwise like `linkspan_link_at`. No link contains an `at` inside a character.
 *
 * Requires:
 *
 * As for `linkspan_find`.
 */
linkspan_status linkspan_link_over(const struct linkspan_detector *detector,
                                   const char *text,
                                   size_t len,
                                   size_t at,
                                   uint64_t fields,
                                   struct linkspan_links *links,
                                   struct linkspan_error *error);

/**
 * Where does the URL end that starts at byte `start` of a text in UTF-8? `end` is `start` if no URL
 * starts there. Needs no detector and allocates nothing.
 *
 * A URL starts with a scheme before `://`, or with `www.`; one with user information has no end. It ends
 * where the profile `recommended` ends it: outside brackets and quotation marks, before punctuation of
 * the sentence in any script, and before letters that are glued to it. Whether its top-level domain
 * exists is not looked up.
 *
 * Only the URL is read and checked to be UTF-8: invalid bytes end it. Fails with
 * `LINKSPAN_INVALID_TEXT` if `start` is inside a character or an invalid sequence, and with
 * `LINKSPAN_INVALID_ARGUMENT` if it is after the end of the text.
 *
 * Requires:
 *
 * `text` points to `len` bytes, or is NULL if `len` is 0. `end` can be written.
 */
linkspan_status linkspan_end(const char *text,
                             size_t len,
                             size_t start,
                             size_t *end);

/**
 * Finds the links of a text in UTF-8. Offsets are bytes.
 *
 * `fields` selects what to compute for each link besides its place: 0, or `LINKSPAN_FIELD_HREF` and
 * others combined with `|`. Request only what you need: offsets alone are several times as fast as
 * addresses.
 *
 * Fails with `LINKSPAN_INVALID_TEXT` if the text is not UTF-8, and with
 * `LINKSPAN_INVALID_ARGUMENT` if `fields` has unknown bits.
 *
 * Requires:
 *
 * `detector` is one that has not been freed. `text` points to `len` bytes, or is NULL if `len` is 0.
 * `links` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_find(const struct linkspan_detector *detector,
                              const char *text,
                              size_t len,
                              uint64_t fields,
                              struct linkspan_links *links,
                              struct linkspan_error *error);

/**
 * Finds the links of a text in UTF-16, in the byte order of the machine. Offsets are code units. A lone
 * surrogate ends links.
 *
 * Requires:
 *
 * As for `linkspan_find`; `text` points to `len` code units.
 */
linkspan_status linkspan_find_utf16(const struct linkspan_detector *detector,
                                    const uint16_t *text,
                                    size_t len,
                                    uint64_t fields,
                                    struct linkspan_links *links,
                                    struct linkspan_error *error);

/**
 * Renders a plain text as HTML, with links as `a` elements and everything else escaped. Do not use
 * it for existing HTML: its markup would be escaped.
 *
 * `options` is a JSON object or NULL: `rel` (default `nofollow noopener`), `target`, `class`,
 * `caption` (`typed` or `display`), `shorten` (the maximum number of characters of a caption),
 * `title` (`none` or `display`), `href` (`normalized` or `typed`), `isolate` (`always`,
 * `when-reordered` or `never`) and `bidi` (`plain`, `ltr`, `constant`, `environment`, `content` or
 * `tld`).
 *
 * Fails with `LINKSPAN_INVALID_TEXT` if a text is not UTF-8, and with `LINKSPAN_INVALID_OPTION` if
 * an option is unknown or does not accept its value.
 *
 * Requires:
 *
 * `detector` is one that has not been freed. `text` points to `len` bytes, and `options` to `options_len`;
 * each may be NULL if its length is 0. `out` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_linkify(const struct linkspan_detector *detector,
                                 const char *text,
                                 size_t len,
                                 const char *options,
                                 size_t options_len,
                                 struct linkspan_string *out,
                                 struct linkspan_error *error);

/**
 * Writes a URL in another form: `LINKSPAN_FORM_MINIMAL`, `LINKSPAN_FORM_DISPLAY` or
 * `LINKSPAN_FORM_ASCII`. The scheme is not checked.
 *
 * Fails with `LINKSPAN_INVALID_URL` if the string has no valid host or port or is an e-mail
 * address, and with `LINKSPAN_INVALID_ARGUMENT` for an unknown form.
 *
 * Requires:
 *
 * `url` points to `len` bytes, or is NULL if `len` is 0. `out` can be written; `error` can be written, or is
 * NULL.
 */
linkspan_status linkspan_format(const char *url,
                                size_t len,
                                uint32_t form,
                                struct linkspan_string *out,
                                struct linkspan_error *error);

/**
 * Defangs the URLs, names, e-mail addresses and IP addresses in a text: `hxxps://evil[.]example`.
 * Names with an unknown top-level domain and links without `//`, such as `tel:`, are unchanged.
 *
 * Requires:
 *
 * `text` points to `len` bytes, or is NULL if `len` is 0. `out` can be written; `error` can be written, or
 * is NULL.
 */
linkspan_status linkspan_defang(const char *text,
                                size_t len,
                                struct linkspan_string *out,
                                struct linkspan_error *error);

/**
 * Restores the links of a defanged text.
 *
 * Requires:
 *
 * As for `linkspan_defang`.
 */
linkspan_status linkspan_refang(const char *text,
                                size_t len,
                                struct linkspan_string *out,
                                struct linkspan_error *error);

/**
 * Returns the registrable domain of a host according to the Public Suffix List: `example.co.uk`
 * for `www.example.co.uk`, in A-labels and lower case. `out->data` is NULL for a public suffix, and
 * for text that is not a name.
 *
 * Requires:
 *
 * As for `linkspan_defang`, with a host for the text.
 */
linkspan_status linkspan_domain(const char *host,
                                size_t len,
                                struct linkspan_string *out,
                                struct linkspan_error *error);

/**
 * The property Link_Term of a code point: `LINKSPAN_TERM_INCLUDE` and so on. Numbers that are not code
 * points, and surrogates, are Hard.
 */
uint32_t linkspan_link_term(uint32_t code_point);

/**
 * The property Link_Bracket of a closing bracket: the code point of its opening bracket; 0 for everything
 * else.
 */
uint32_t linkspan_link_bracket(uint32_t code_point);

/**
 * The property Link_Email of a code point: 1 if it can be in a local part, 0 if not.
 */
uint32_t linkspan_is_link_email(uint32_t code_point);

/**
 * Creates a live text. It copies the text and the detector. Free it with
 * `linkspan_live_free`.
 *
 * Requires:
 *
 * `detector` is one that has not been freed. `text` points to `len` code units, or is NULL if `len` is 0.
 * `live` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_live_new(const struct linkspan_detector *detector,
                                  const uint16_t *text,
                                  size_t len,
                                  struct linkspan_live **live,
                                  struct linkspan_error *error);

/**
 * Creates a live text in a state saved with `linkspan_live_state`: the same links are dismissed.
 *
 * Requires:
 *
 * As for `linkspan_live_new`. `state` points to `dismissed_count` ranges, and its `capacity` does not matter.
 */
linkspan_status linkspan_live_new_with_state(const struct linkspan_detector *detector,
                                             const uint16_t *text,
                                             size_t len,
                                             const struct linkspan_saved_state *state,
                                             struct linkspan_live **live,
                                             struct linkspan_error *error);

/**
 * Frees a live text. NULL is allowed.
 *
 * Requires:
 *
 * `live` is NULL, or one that has not been freed and that no other thread uses.
 */
void linkspan_live_free(struct linkspan_live *live);

/**
 * Replaces the code units from `start` to `end` by `insert`. If that cuts a pair of surrogates, its other
 * half counts as U+FFFF.
 *
 * Fails with `LINKSPAN_INVALID_RANGE` if the range is not in the text, which then stays as it is.
 *
 * Requires:
 *
 * `live` is one that has not been freed. `insert` points to `len` code units, or is NULL if `len` is 0.
 * `changes` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_live_edit(struct linkspan_live *live,
                                   size_t start,
                                   size_t end,
                                   const uint16_t *insert,
                                   size_t len,
                                   struct linkspan_changes *changes,
                                   struct linkspan_error *error);

/**
 * Undoes an edit and restores the dismissals that it ended. `edit` is the result of that edit, or of
 * another `linkspan_live_undo`, which makes this a redo. Undo edits in reverse order.
 *
 * Fails with `LINKSPAN_INVALID_RANGE` if the text no longer contains the range of the edit, and with
 * `LINKSPAN_INVALID_ARGUMENT` if `edit` is not the result of an edit.
 *
 * Requires:
 *
 * `live` is one that has not been freed; `edit` are changes that have not been freed. `changes` can be
 * written and is not `edit`; `error` can be written, or is NULL.
 */
linkspan_status linkspan_live_undo(struct linkspan_live *live,
                                   const struct linkspan_changes *edit,
                                   struct linkspan_changes *changes,
                                   struct linkspan_error *error);

/**
 * Dismisses the links that touch a range: they are text until they are restored, or until nothing there is
 * a link any more. `SIZE_MAX` as the end means the end of the text. Nothing happens for a range that
 * is not in the text.
 *
 * Requires:
 *
 * `live` is one that has not been freed. `changes` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_live_dismiss(struct linkspan_live *live,
                                      size_t start,
                                      size_t end,
                                      struct linkspan_changes *changes,
                                      struct linkspan_error *error);

/**
 * Restores the dismissed links that touch a range.
 *
 * Requires:
 *
 * As for `linkspan_live_dismiss`.
 */
linkspan_status linkspan_live_restore(struct linkspan_live *live,
                                      size_t start,
                                      size_t end,
                                      struct linkspan_changes *changes,
                                      struct linkspan_error *error);

/**
 * Turns links off (0) or on (any other value).
 *
 * Requires:
 *
 * As for `linkspan_live_dismiss`.
 */
linkspan_status linkspan_live_enable(struct linkspan_live *live,
                                     uint32_t enabled,
                                     struct linkspan_changes *changes,
                                     struct linkspan_error *error);

/**
 * Returns the links that overlap a range or are directly next to it; `SIZE_MAX` as the end means
 * the end of the text. A range that is not in the text has no links.
 *
 * Requires:
 *
 * `live` is one that has not been freed. `links` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_live_links(const struct linkspan_live *live,
                                    size_t start,
                                    size_t end,
                                    struct linkspan_live_link_list *links,
                                    struct linkspan_error *error);

/**
 * Returns the link, if any, that typing at the caret may still change. Applications usually wait
 * before they show it.
 *
 * Requires:
 *
 * As for `linkspan_live_links`.
 */
linkspan_status linkspan_live_pending(const struct linkspan_live *live,
                                      size_t caret,
                                      struct linkspan_live_link_list *links,
                                      struct linkspan_error *error);

/**
 * Returns the link with this id, with its parts and the requested fields, as
 * `linkspan_find_utf16` does. The result is empty if there is no such link, or if it is dismissed.
 *
 * Fails with `LINKSPAN_INVALID_ARGUMENT` if `fields` has unknown bits, `LINKSPAN_FIELD_ENDING` or
 * `LINKSPAN_WITH_REJECTED`.
 *
 * Requires:
 *
 * `live` is one that has not been freed. `links` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_live_describe(const struct linkspan_live *live,
                                       uint64_t id,
                                       uint64_t fields,
                                       struct linkspan_links *links,
                                       struct linkspan_error *error);

/**
 * Returns the state to save with the text: which links are dismissed, and whether links are on.
 *
 * Requires:
 *
 * `live` is one that has not been freed. `state` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_live_state(const struct linkspan_live *live,
                                    struct linkspan_saved_state *state,
                                    struct linkspan_error *error);

/**
 * Returns the text from `start` to `end` in UTF-8; `SIZE_MAX` as the end means the end of the text.
 *
 * Fails with `LINKSPAN_INVALID_RANGE` if the range is not in the text or cuts a pair of surrogates.
 *
 * Requires:
 *
 * `live` is one that has not been freed. `out` can be written; `error` can be written, or is NULL.
 */
linkspan_status linkspan_live_text(const struct linkspan_live *live,
                                   size_t start,
                                   size_t end,
                                   struct linkspan_string *out,
                                   struct linkspan_error *error);

/**
 * The length of the text in code units; 0 if `live` is NULL.
 *
 * Requires:
 *
 * `live` is NULL, or one that has not been freed.
 */
size_t linkspan_live_length(const struct linkspan_live *live);

/**
 * Frees links and sets them to zero, so freeing them twice is harmless. NULL is allowed.
 *
 * Requires:
 *
 * `links` is NULL, or points to links that this library made and that were not changed, or to zeros.
 */
void linkspan_live_links_free(struct linkspan_live_link_list *links);

/**
 * Frees changes and sets them to zero, so freeing them twice is harmless. NULL is allowed.
 *
 * Requires:
 *
 * `changes` is NULL, or points to changes that this library made and that were not changed, or to zeros.
 */
void linkspan_changes_free(struct linkspan_changes *changes);

/**
 * Frees a state and sets it to zero, so freeing it twice is harmless. NULL is allowed.
 *
 * Requires:
 *
 * `state` is NULL, or points to a state that this library made and that was not changed, or to zeros.
 */
void linkspan_live_state_free(struct linkspan_saved_state *state);

/**
 * Frees a string and sets it to zero, so freeing it twice is harmless. NULL is allowed.
 *
 * Requires:
 *
 * `string` is NULL, or points to a text that this library made and that was not changed, or to zeros.
 */
void linkspan_string_free(struct linkspan_string *string);

#ifdef __cplusplus
}
#endif

#endif  /* LINKSPAN_H */
