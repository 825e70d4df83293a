CREATE TEMP TABLE messages(id int, body text);
INSERT INTO messages VALUES (1, 'Siehe bücher.de/neu, 😀 jörg@bücher.de'), (2, NULL), (3, ''), (4, 'README.md'), (5, 'https://www.example.co.uk/x(y).');
SELECT id, l.*, substr(body, l.start, l.length) = l.text FROM messages, linkspan_links(body) AS l ORDER BY id, l.start;
SELECT count(*) FROM linkspan_links('a.com b.com');
SELECT port, port IS NULL, reasons FROM linkspan_links('a.com:80 看b.com吧');
SELECT linkspan_linkify('<b> a.com');
SELECT count(*) FROM generate_series(1, 2000) AS n, linkspan_links(repeat('see a' || n || '.com ', 20));
-- An error in the middle of the rows does not end the session.
SELECT 1 / (l.start - 7) FROM messages, linkspan_links(body) AS l;
SELECT count(*) FROM linkspan_links('a.com');
