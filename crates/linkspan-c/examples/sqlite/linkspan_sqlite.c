/* A table-valued function for SQLite: SELECT start, length, text, href, domain FROM messages, links(body);
 *
 *   cc -shared -fPIC linkspan_sqlite.c -o linkspan_sqlite.so $(pkg-config --cflags --libs linkspan)
 *   sqlite> .load ./linkspan_sqlite
 *
 * The columns are `start` and `length`, which count characters as substr() does, the fields of the library by their
 * names, and `reasons` as a list of ids. Only the columns that a statement uses are computed. */
#include <linkspan.h>
#include <sqlite3ext.h>
#include <stdlib.h>
#include <string.h>
SQLITE_EXTENSION_INIT1

typedef struct { sqlite3_vtab base; linkspan_detector *detector; int reasons; } Table; /* The number of its column. */
typedef struct { sqlite3_vtab_cursor base; linkspan_links links; char *text; size_t len, at, byte; sqlite3_int64 before; } Cursor;
enum { START, LENGTH, FIELDS };

static int connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **message) {
  (void)aux, (void)argc, (void)argv, (void)message;
  int count = 0;
  sqlite3_str *sql = sqlite3_str_new(db);
  sqlite3_str_appendall(sql, "CREATE TABLE x(start, length");
  for (const char *name; (name = linkspan_field_name((uint64_t)1 << count)); count++) sqlite3_str_appendf(sql, ", \"%w\"", name);
  sqlite3_str_appendall(sql, ", reasons, input HIDDEN)");
  char *statement = sqlite3_str_finish(sql);
  int status = statement ? sqlite3_declare_vtab(db, statement) : SQLITE_NOMEM;
  sqlite3_free(statement);
  Table *table = status == SQLITE_OK ? sqlite3_malloc(sizeof *table) : NULL;
  if (!table) return status == SQLITE_OK ? SQLITE_NOMEM : status;
  memset(table, 0, sizeof *table);
  table->reasons = FIELDS + count;
  sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
  if (linkspan_detector_new(NULL, 0, &table->detector, NULL) != LINKSPAN_OK) return sqlite3_free(table), SQLITE_ERROR;
  return *out = &table->base, SQLITE_OK;
}
static int disconnect(sqlite3_vtab *table) {
  linkspan_detector_free(((Table *)table)->detector);
  return sqlite3_free(table), SQLITE_OK;
}
/* The argument of the function is a constraint on the hidden column, which is the last one. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info) {
  int reasons = ((Table *)base)->reasons;
  uint64_t fields = info->colUsed >> FIELDS & (((uint64_t)1 << (reasons - FIELDS)) - 1);
  if (info->colUsed >> reasons & 1) fields |= LINKSPAN_FIELD_REASONS;
  for (int i = 0; i < info->nConstraint; i++) {
    if (info->aConstraint[i].iColumn != reasons + 1 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    if (!info->aConstraint[i].usable) return SQLITE_CONSTRAINT;
    info->aConstraintUsage[i].argvIndex = info->aConstraintUsage[i].omit = 1;
    info->estimatedCost = 4;
    info->idxStr = sqlite3_mprintf("%llu", (unsigned long long)fields);
    info->needToFreeIdxStr = 1;
    return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
  }
  base->zErrMsg = sqlite3_mprintf("links() needs a text: links(body)");
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
static int filter(sqlite3_vtab_cursor *base, int number, const char *fields, int argc, sqlite3_value **argv) {
  (void)number, (void)argc;
  Cursor *cursor = (Cursor *)base;
  linkspan_error error;
  clear(cursor);
  const char *text = (const char *)sqlite3_value_text(argv[0]);
  size_t len = cursor->len = (size_t)sqlite3_value_bytes(argv[0]);
  if (!text || !(cursor->text = sqlite3_malloc64(len + 1))) return text ? SQLITE_NOMEM : SQLITE_OK; /* NULL has no links. */
  memcpy(cursor->text, text, len);
  uint64_t asked = strtoull(fields, NULL, 10);
  linkspan_status status = linkspan_find(((Table *)base->pVtab)->detector, cursor->text, len, asked, &cursor->links, &error);
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
static void write_reasons(const Cursor *cursor, sqlite3_context *context) {
  sqlite3_str *ids = sqlite3_str_new(sqlite3_context_db_handle(context));
  for (size_t n = 0;; n++) {
    const char *id = linkspan_link_reason(&cursor->links, cursor->at, n).id.data;
    if (!id) break;
    sqlite3_str_appendf(ids, n ? " %s" : "%s", id);
  }
  int length = sqlite3_str_length(ids);
  char *text = sqlite3_str_finish(ids);
  sqlite3_result_text(context, text ? text : "", length, text ? sqlite3_free : SQLITE_STATIC);
}
static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  Cursor *cursor = (Cursor *)base;
  const linkspan_link *link = &cursor->links.data[cursor->at];
  int reasons = ((Table *)base->pVtab)->reasons;
  if (column == START) {
    cursor->before += characters(cursor->text, cursor->byte, link->start), cursor->byte = link->start;
    sqlite3_result_int64(context, cursor->before + 1);
  } else if (column == LENGTH) {
    sqlite3_result_int64(context, characters(cursor->text, link->start, link->end));
  } else if (column == reasons) {
    write_reasons(cursor, context);
  } else if (column > reasons) {
    sqlite3_result_text64(context, cursor->text, cursor->len, SQLITE_TRANSIENT, SQLITE_UTF8);
  } else {
    uint64_t field = (uint64_t)1 << (column - FIELDS);
    int64_t value = linkspan_link_number(&cursor->links, cursor->at, field);
    linkspan_text text = linkspan_link_text(&cursor->links, cursor->at, field);
    if (value >= 0) sqlite3_result_int64(context, value);
    else if (text.data) sqlite3_result_text64(context, text.data, text.len, SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  return SQLITE_OK;
}
int sqlite3_linkspansqlite_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  static const sqlite3_module module = {.xConnect = connect, .xBestIndex = best_index, .xDisconnect = disconnect, .xOpen = open,
    .xClose = close, .xFilter = filter, .xNext = next, .xEof = eof, .xColumn = column, .xRowid = rowid};
  SQLITE_EXTENSION_INIT2(api);
  return (void)message, sqlite3_create_module(db, "links", &module, NULL);
}
