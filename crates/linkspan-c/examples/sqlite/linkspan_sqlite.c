/* A table-valued function for SQLite: SELECT start, length, link, href, domain, kind FROM messages, links(body);
 *
 *   cc -shared -fPIC linkspan_sqlite.c -o linkspan_sqlite.so $(pkg-config --cflags --libs linkspan)
 *   sqlite> .load ./linkspan_sqlite
 *
 * Start and length count characters, as substr() does. */
#include <linkspan.h>
#include <sqlite3ext.h>
#include <string.h>
SQLITE_EXTENSION_INIT1

typedef struct { sqlite3_vtab base; linkspan_detector *detector; } Table;
typedef struct { sqlite3_vtab_cursor base; linkspan_links links; char *text; size_t len, at, byte; sqlite3_int64 before; } Cursor;
enum { START, LENGTH, LINK, HREF, DOMAIN, KIND, TEXT };

static int connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **message) {
  (void)aux, (void)argc, (void)argv, (void)message;
  int status = sqlite3_declare_vtab(db, "CREATE TABLE x(start, length, link, href, domain, kind, text HIDDEN)");
  Table *table = status == SQLITE_OK ? sqlite3_malloc(sizeof *table) : NULL;
  if (!table) return status == SQLITE_OK ? SQLITE_NOMEM : status;
  memset(table, 0, sizeof *table);
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  if (linkspan_detector_new(NULL, 0, &table->detector, NULL) != LINKSPAN_OK) return sqlite3_free(table), SQLITE_ERROR;
  return *out = &table->base, SQLITE_OK;
}
static int disconnect(sqlite3_vtab *table) {
  linkspan_detector_free(((Table *)table)->detector);
  return sqlite3_free(table), SQLITE_OK;
}
/* The argument of the function is a constraint on the hidden column. */
static int best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  (void)table;
  for (int i = 0; i < info->nConstraint; i++) {
    if (info->aConstraint[i].iColumn != TEXT || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (!info->aConstraint[i].usable) return SQLITE_CONSTRAINT;
    info->aConstraintUsage[i].argvIndex = info->aConstraintUsage[i].omit = 1;
    info->estimatedCost = 4;
    return SQLITE_OK;
  }
  table->zErrMsg = sqlite3_mprintf("links() needs a text: links(body)");
  return SQLITE_ERROR;
}
static int open(sqlite3_vtab *table, sqlite3_vtab_cursor **out) {
  (void)table;
  Cursor *cursor = sqlite3_malloc(sizeof *cursor);
  if (cursor) memset(cursor, 0, sizeof *cursor), *out = &cursor->base;
  return cursor ? SQLITE_OK : SQLITE_NOMEM;
}
static void clear(Cursor *cursor) {
  linkspan_links_free(&cursor->links);
  sqlite3_free(cursor->text);
  cursor->text = NULL, cursor->at = cursor->byte = 0, cursor->before = 0;
}
static int close(sqlite3_vtab_cursor *cursor) { return clear((Cursor *)cursor), sqlite3_free(cursor), SQLITE_OK; }
static int filter(sqlite3_vtab_cursor *base, int number, const char *string, int argc, sqlite3_value **argv) {
  (void)number, (void)string, (void)argc;
  Cursor *cursor = (Cursor *)base;
  linkspan_error error;
  clear(cursor);
  const char *text = (const char *)sqlite3_value_text(argv[0]);
  size_t len = cursor->len = (size_t)sqlite3_value_bytes(argv[0]);
  if (!text || !(cursor->text = sqlite3_malloc64(len + 1))) return text ? SQLITE_NOMEM : SQLITE_OK; /* NULL has no links. */
  memcpy(cursor->text, text, len);
  uint32_t fields = LINKSPAN_FIELD_HREF | LINKSPAN_FIELD_REGISTRABLE_DOMAIN;
  linkspan_status status = linkspan_find(((Table *)base->pVtab)->detector, cursor->text, len, fields, &cursor->links, &error);
  if (status == LINKSPAN_OK || status == LINKSPAN_INVALID_TEXT) return SQLITE_OK; /* What is not text has no links. */
  base->pVtab->zErrMsg = sqlite3_mprintf("links: %s", error.message);
  return SQLITE_ERROR;
}
static int next(sqlite3_vtab_cursor *cursor) { return ((Cursor *)cursor)->at++, SQLITE_OK; }
static int eof(sqlite3_vtab_cursor *cursor) { return ((Cursor *)cursor)->at >= ((Cursor *)cursor)->links.len; }
static int rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out) { return *out = (sqlite3_int64)((Cursor *)cursor)->at, SQLITE_OK; }
static sqlite3_int64 characters(const char *text, size_t from, size_t to) {
  sqlite3_int64 count = 0;
  for (; from < to; from++) count += ((unsigned char)text[from] & 0xC0) != 0x80;
  return count;
}
static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  static const char *const kinds[] = {"url", "email", "file"};
  Cursor *cursor = (Cursor *)base;
  const linkspan_link *link = &cursor->links.data[cursor->at];
  const linkspan_details *details = linkspan_links_details(&cursor->links, cursor->at);
  linkspan_text text = {cursor->text + link->start, link->end - link->start};
  if (column == HREF || column == DOMAIN) text = column == HREF ? details->href : details->registrable_domain;
  if (column == START) cursor->before += characters(cursor->text, cursor->byte, link->start), cursor->byte = link->start;
  if (column == START) sqlite3_result_int64(context, cursor->before + 1);
  else if (column == LENGTH) sqlite3_result_int64(context, characters(cursor->text, link->start, link->end));
  else if (column == KIND) sqlite3_result_text(context, kinds[link->kind], -1, SQLITE_STATIC);
  else if (column == TEXT) sqlite3_result_text64(context, cursor->text, cursor->len, SQLITE_TRANSIENT, SQLITE_UTF8);
  else if (text.data) sqlite3_result_text64(context, text.data, text.len, SQLITE_TRANSIENT, SQLITE_UTF8);
  return SQLITE_OK;
}
int sqlite3_linkspansqlite_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  static const sqlite3_module module = {.xConnect = connect, .xBestIndex = best_index, .xDisconnect = disconnect, .xOpen = open,
    .xClose = close, .xFilter = filter, .xNext = next, .xEof = eof, .xColumn = column, .xRowid = rowid};
  SQLITE_EXTENSION_INIT2(api);
  return (void)message, sqlite3_create_module(db, "links", &module, NULL);
}
