/* A set-returning function for PostgreSQL 15 and later: SELECT id, l.* FROM messages, linkspan_links(body) AS l;
 *
 * Start and length count characters, as substr() does. PostgreSQL reports errors with longjmp: it never leaves a
 * function of linkspan, since nothing calls back, and a callback of the memory context frees the links. */
#include <postgres.h>
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

Datum linkspan_pg_links(PG_FUNCTION_ARGS) {
  static const char *const kinds[] = {"url", "email", "file"};
  ReturnSetInfo *result = (ReturnSetInfo *)fcinfo->resultinfo;
  linkspan_links *links = palloc0(sizeof *links);
  MemoryContextCallback *callback = palloc0(sizeof *callback);
  linkspan_error error;
  size_t len, byte = 0, character = 0;
  MemoryContext row = AllocSetContextCreate(CurrentMemoryContext, "linkspan", ALLOCSET_SMALL_SIZES), outside;
  char *body = utf8(PG_GETARG_TEXT_PP(0), &len);
  callback->func = free_links, callback->arg = links;
  MemoryContextRegisterResetCallback(CurrentMemoryContext, callback);
  InitMaterializedSRF(fcinfo, 0);
  if (linkspan_find(detector(), body, len, LINKSPAN_FIELD_HREF | LINKSPAN_FIELD_REGISTRABLE_DOMAIN, links, &error) != LINKSPAN_OK) fail(&error);
  for (size_t i = 0; i < links->len; i++) {
    const linkspan_link *link = &links->data[i];
    const linkspan_details *details = linkspan_links_details(links, i);
    linkspan_text domain = details->registrable_domain;
    bool nulls[6] = {false, false, false, false, domain.data == NULL, false};
    Datum values[6];
    CHECK_FOR_INTERRUPTS();
    outside = MemoryContextSwitchTo(row);
    character += characters(body, byte, link->start);
    byte = link->start;
    values[0] = Int32GetDatum((int32)character + 1);
    values[1] = Int32GetDatum(characters(body, link->start, link->end));
    values[2] = as_text(body + link->start, link->end - link->start);
    values[3] = as_text(details->href.data, details->href.len);
    values[4] = domain.data ? as_text(domain.data, domain.len) : (Datum)0;
    values[5] = CStringGetTextDatum(kinds[link->kind]);
    MemoryContextSwitchTo(outside);
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
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
