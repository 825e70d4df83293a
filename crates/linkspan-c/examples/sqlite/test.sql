.load ./linkspan_sqlite
CREATE TABLE messages(id, body);
INSERT INTO messages VALUES (1, 'Siehe bücher.de/neu, 😀 jörg@bücher.de'), (2, NULL), (3, ''), (4, 'README.md'), (5, 'https://www.example.co.uk/x(y).'), (6, CAST(x'612e636f6dff' AS TEXT));
SELECT id, start, length, link, href, domain, kind, substr(body, start, length) = link FROM messages, links(body) ORDER BY id, start;
SELECT count(*) FROM links('a.com b.com');
SELECT id FROM messages WHERE EXISTS (SELECT 1 FROM links(body) WHERE kind = 'email');
SELECT text, link FROM links('see a.com');
PRAGMA trusted_schema = OFF;
CREATE VIEW found AS SELECT link FROM messages, links(body);
SELECT count(*) FROM found;
