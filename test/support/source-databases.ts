import Libsql from 'libsql';
import mysql from 'mysql2/promise';
import { Client } from 'pg';

/** Runs statements on a database of any engine, one after the other. */
export async function fill(url: string, ...statements: string[]): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const file = new Libsql(url.slice('sqlite:'.length));
    for (const statement of statements) file.exec(statement);
    file.close();
    return;
  }
  if (url.startsWith('postgres:')) {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
    return;
  }
  const connection = await mysql.createConnection({ uri: url });
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}

/** What Kutt has of links, on any engine. */
export const kutt = (time = 'DATETIME', no: string | number = 0, yes: string | number = 1): string[] => [
  'CREATE TABLE domains (id INT PRIMARY KEY, address VARCHAR(255) NOT NULL)',
  `CREATE TABLE links (id INT PRIMARY KEY, address VARCHAR(255) NOT NULL, description VARCHAR(255), banned BOOLEAN NOT NULL, domain_id INT, password VARCHAR(255), expire_in ${time}, target VARCHAR(2040) NOT NULL, visit_count INT NOT NULL, created_at ${time} NOT NULL)`,
  "INSERT INTO domains VALUES (1, 'go.example.com'), (2, 'brand.example')",
  `INSERT INTO links (id, address, description, banned, domain_id, password, expire_in, target, visit_count, created_at) VALUES
    (3, 'Sale', 'Spring sale', ${no}, NULL, NULL, '2037-05-01 12:00:00', 'https://example.com/sale', 1204, '2024-02-29 08:30:00'),
    (5, 'sale', NULL, ${no}, 1, NULL, NULL, 'https://example.com/other', 2, '2024-03-01 00:00:00'),
    (6, 'brand', NULL, ${no}, 2, NULL, NULL, 'https://example.com/brand', 0, '2024-03-01 00:00:00'),
    (7, 'secret', NULL, ${no}, NULL, '$2a$12$x', NULL, 'https://example.com/secret', 0, '2024-03-01 00:00:00'),
    (8, 'bad', NULL, ${yes}, NULL, NULL, NULL, 'https://example.com/bad', 0, '2024-03-01 00:00:00'),
    (9, 'api', NULL, ${no}, NULL, NULL, NULL, 'https://example.com/api', 0, '2024-03-01 00:00:00')`,
];

/** What Shlink 4 has of links, on any engine. */
export const shlink = (time = 'DATETIME'): string[] => [
  'CREATE TABLE domains (id BIGINT PRIMARY KEY, authority VARCHAR(255) NOT NULL)',
  'CREATE TABLE tags (id BIGINT PRIMARY KEY, name VARCHAR(255) NOT NULL)',
  `CREATE TABLE short_urls (id BIGINT PRIMARY KEY, original_url TEXT NOT NULL, short_code VARCHAR(255) NOT NULL, date_created ${time} NOT NULL, valid_since ${time}, valid_until ${time}, max_visits INT, domain_id BIGINT, title VARCHAR(512), forward_query BOOLEAN)`,
  'CREATE TABLE short_urls_in_tags (short_url_id BIGINT NOT NULL, tag_id BIGINT NOT NULL)',
  'CREATE TABLE short_url_visits_counts (id BIGINT PRIMARY KEY, short_url_id BIGINT NOT NULL, potential_bot BOOLEAN, slot_id INT, count BIGINT NOT NULL)',
  'CREATE TABLE short_url_redirect_rules (id BIGINT PRIMARY KEY, short_url_id BIGINT NOT NULL)',
  `INSERT INTO short_urls (id, original_url, short_code, date_created, valid_since, valid_until, max_visits, forward_query, title) VALUES
    (1, 'https://example.com/abc', 'aBc', '2023-07-01 10:00:00', '2023-07-01 10:00:00', '2037-01-01 00:00:00', 500, TRUE, '${'Long title '.repeat(30).trim()}'),
    (2, 'https://example.com/ABC', 'ABC', '2023-07-02 10:00:00', NULL, NULL, NULL, FALSE, NULL),
    (3, 'https://example.com/later', 'later', '2023-07-02 10:00:00', '2037-07-02 10:00:00', NULL, NULL, TRUE, NULL),
    (4, 'https://example.com/deep', 'a/b', '2023-07-02 10:00:00', NULL, NULL, NULL, TRUE, NULL)`,
  `INSERT INTO tags VALUES ${Array.from({ length: 12 }, (_, index) => `(${index + 1}, 'tag-${String.fromCharCode(97 + index)}')`).join(', ')}`,
  `INSERT INTO short_urls_in_tags VALUES ${Array.from({ length: 12 }, (_, index) => `(1, ${index + 1})`).join(', ')}`,
  'INSERT INTO short_url_visits_counts (id, short_url_id, slot_id, count) VALUES (1, 1, 1, 40), (2, 1, 2, 2)',
  'INSERT INTO short_url_redirect_rules VALUES (1, 1)',
];
