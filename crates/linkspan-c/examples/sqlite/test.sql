.load ./linkspan_sqlite
CREATE TABLE messages(id, body);
INSERT INTO messages VALUES (1, 'Siehe bücher.de/neu, 😀 jörg@bücher.de'), (2, NULL), (3, ''), (4, 'README.md'), (5, 'https://www.example.co.uk/x(y).'), (6, CAST(x'612e636f6dff' AS TEXT));
SELECT id, start, length, text, href, domain, kind, substr(body, start, length) = text FROM messages, links(body) ORDER BY id, start;
SELECT count(*) FROM links('a.com b.com');
SELECT id FROM messages WHERE EXISTS (SELECT 1 FROM links(body) WHERE kind = 'email');
SELECT input, text, scheme IS NULL, typeof(port), query, reasons FROM links('see a.com:80/?#x');
SELECT reasons FROM links('看b.com吧');
SELECT * FROM links('https://a.com/');
PRAGMA trusted_schema = OFF;
CREATE VIEW found AS SELECT text FROM messages, links(body);
SELECT count(*) FROM found;
