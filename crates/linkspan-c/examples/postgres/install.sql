-- psql -v library="'/path/to/linkspan_pg'" -f install.sql
-- The columns may be any fields of the library.
CREATE FUNCTION linkspan_links(body text)
  RETURNS TABLE (start int, length int, kind text, text text, href text, host text, domain text, port int, reasons text)
  AS :library, 'linkspan_pg_links' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 4;
CREATE FUNCTION linkspan_linkify(body text) RETURNS text
  AS :library, 'linkspan_pg_linkify' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
