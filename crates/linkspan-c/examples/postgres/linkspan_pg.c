/* A set-returning function for PostgreSQL 15 and later: SELECT id, l.* FROM messages, linkspan_links(body) AS l;
 *
 * Its columns are those that install.sql declares: any fields of the library by their names, as text or int, `reasons`
 * as a list of ids, and `start` and `length`, which count characters as substr() does. PostgreSQL reports errors with longjmp: it never leaves a
 * function of linkspan, since nothing calls back, and a callback of the memory context frees the links. */
#include <postgres.h>
#include <catalog/pg_type.h>
#include <fmgr.h>
#include <funcapi.h>
#include <linkspan.h>
#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <utils/builtins.h>
#include <utils/memutils.h>

PG_MODULE_MAGIC;
PG_FUNCTION_INFO_V1(linkspan_pg_links);
PG_FUNCTION_INFO_V1(linkspan_pg_linkify);

/* One detector for a session, and the only state. */
static const linkspan_detector *detector(void) {
  static linkspan_detector *made;
  if (made == NULL && linkspan_detector_new(NULL, 0, &made, NULL) != LINKSPAN_OK) elog(ERROR, "linkspan: no detector");
  return made;
}

/* The argument in UTF-8, whatever the encoding of the database. */
static char *utf8(text *argument, size_t *len) {
  char *text = text_to_cstring(argument);
  text = pg_server_to_any(text, (int)strlen(text), PG_UTF8);
  *len = strlen(text);
  return text;
}

static Datum as_text(const char *data, size_t len) {
  char *copy = pg_any_to_server(pnstrdup(data, len), (int)len, PG_UTF8);
  return PointerGetDatum(cstring_to_text(copy));
}

static void fail(const linkspan_error *error) {
  ereport(ERROR, errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("linkspan: %s", error->message));
}

static void free_links(void *links) { linkspan_links_free(links); }

static int characters(const char *text, size_t from, size_t to) {
  int count = 0;
  for (; from < to; from++) count += ((unsigned char)text[from] & 0xC0) != 0x80;
  return count;
}

enum { START, LENGTH, FIELD };

/* The number of the field that a column is named after; 0 for START and LENGTH. */

static uint64_t field_of(Form_pg_attribute column, int *kind) {
  const char *column_name = NameStr(column->attname), *name;
  *kind = strcmp(column_name, "start") == 0 ? START : strcmp(column_name, "length") == 0 ? LENGTH : FIELD;
  if (column->atttypid != INT4OID && (column->atttypid != TEXTOID || *kind != FIELD)) {
    ereport(ERROR, errcode(ERRCODE_DATATYPE_MISMATCH), errmsg("linkspan: \"%s\" has the wrong type", column_name));
  }
  if (*kind != FIELD) return 0;
  if (strcmp(column_name, "reasons") == 0) return LINKSPAN_FIELD_REASONS;
  for (uint64_t field = 1; (name = linkspan_field_name(field)); field <<= 1) {
    if (strcmp(column_name, name) == 0) return field;
  }
  ereport(ERROR, errcode(ERRCODE_INVALID_COLUMN_DEFINITION), errmsg("linkspan: there is no field \"%s\"", column_name));
}

/* The value of a field; in a column of the type int, only numbers. */
static Datum value_of(const linkspan_links *links, size_t index, uint64_t field, Oid type, bool *is_null) {
  StringInfoData ids;
  int64_t number = linkspan_link_number(links, index, field);
  linkspan_text text = linkspan_link_text(links, index, field);
  *is_null = type == INT4OID ? number < 0 : field != LINKSPAN_FIELD_REASONS && text.data == NULL;
  if (*is_null) return (Datum)0;
  if (type == INT4OID) return Int32GetDatum((int32)number);
  if (text.data) return as_text(text.data, text.len);
  initStringInfo(&ids);
  for (size_t n = 0; (text = linkspan_link_reason(links, index, n).id).data; n++) appendStringInfo(&ids, n ? " %s" : "%s", text.data);
  return as_text(ids.data, ids.len);
}

Datum linkspan_pg_links(PG_FUNCTION_ARGS) {
  ReturnSetInfo *result = (ReturnSetInfo *)fcinfo->resultinfo;
  linkspan_links *links = palloc0(sizeof *links);
  MemoryContextCallback *callback = palloc0(sizeof *callback);
  linkspan_error error;
  size_t len, byte = 0, character = 0;
  MemoryContext row = AllocSetContextCreate(CurrentMemoryContext, "linkspan", ALLOCSET_SMALL_SIZES), outside;
  char *body = utf8(PG_GETARG_TEXT_PP(0), &len);
  TupleDesc columns;
  uint64_t fields[MaxTupleAttributeNumber], all = 0;
  int kinds[MaxTupleAttributeNumber];
  callback->func = free_links, callback->arg = links;
  MemoryContextRegisterResetCallback(CurrentMemoryContext, callback);
  InitMaterializedSRF(fcinfo, 0);
  columns = result->setDesc;
  for (int i = 0; i < columns->natts; i++) all |= fields[i] = field_of(TupleDescAttr(columns, i), &kinds[i]);
  if (linkspan_find(detector(), body, len, all, links, &error) != LINKSPAN_OK) fail(&error);
  for (size_t n = 0; n < links->len; n++) {
    const linkspan_link *link = &links->data[n];
    Datum values[MaxTupleAttributeNumber];
    bool nulls[MaxTupleAttributeNumber] = {false};
    CHECK_FOR_INTERRUPTS();
    outside = MemoryContextSwitchTo(row);
    character += characters(body, byte, link->start);
    byte = link->start;
    for (int i = 0; i < columns->natts; i++) {
      Oid type = TupleDescAttr(columns, i)->atttypid;
      if (kinds[i] == START) values[i] = Int32GetDatum((int32)character + 1);
      else if (kinds[i] == LENGTH) values[i] = Int32GetDatum(characters(body, link->start, link->end));
      else values[i] = value_of(links, n, fields[i], type, &nulls[i]);
    }
    MemoryContextSwitchTo(outside);
    tuplestore_putvalues(result->setResult, columns, values, nulls);
    MemoryContextReset(row);
  }
  linkspan_links_free(links);
  return (Datum)0;
}

Datum linkspan_pg_linkify(PG_FUNCTION_ARGS) {
  linkspan_string html;
  linkspan_error error;
  size_t len;
  char *body = utf8(PG_GETARG_TEXT_PP(0), &len), *copy;
  if (linkspan_linkify(detector(), body, len, NULL, 0, &html, &error) != LINKSPAN_OK) fail(&error);
  copy = MemoryContextAllocExtended(CurrentMemoryContext, html.len + 1, MCXT_ALLOC_NO_OOM | MCXT_ALLOC_HUGE);
  if (copy) memcpy(copy, html.data, html.len + 1);
  linkspan_string_free(&html);
  if (!copy) ereport(ERROR, errcode(ERRCODE_OUT_OF_MEMORY), errmsg("linkspan: out of memory"));
  PG_RETURN_DATUM(as_text(copy, strlen(copy)));
}
