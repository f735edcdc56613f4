import { licenseKey, linkName } from '../../../bench/databases/seed';
import { API_KEY } from '../../../bench/server-process';

/** A request that has broken a service like this one, and what it is answered here. */
export interface KnownTrap {
  readonly text: string;
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  /** What the body must contain. */
  readonly contains?: string;
}

/** Bytes that no client library sends. */
interface RawTrap {
  readonly text: string;
  readonly bytes: string;
  readonly status: number;
}

const KEY = licenseKey(1);
const check = (text: string, body: string | Uint8Array, status: number, contains?: string): KnownTrap => {
  return { text, method: 'POST', path: '/api/check', body, status, contains };
};
const NOT_FOUND = '"status":"NOT FOUND","pass":false';
const unknownKey = (text: string, id: string): KnownTrap => check(text, JSON.stringify({ id }), 200, NOT_FOUND);

const CHECKS: readonly KnownTrap[] = [
  check('a key that is right passes', JSON.stringify({ id: KEY }), 200, '"pass":true'),
  check('number 0 as key', '{"id":0}', 200, NOT_FOUND),
  check('an id past 2^53', '{"id":9007199254740993}', 200, NOT_FOUND),
  check('an id of 400 digits', `{"id":"${'9'.repeat(400)}"}`, 200, NOT_FOUND),
  ...['true', 'false', '[]', '{}', '0.5', 'null', '""', '"  "', '[1]', '{"id":1}', '1e400'].map((id) =>
    check(`${id} as key`, `{"id":${id}}`, 400),
  ),
  unknownKey('a key with a trailing space', `${KEY} `),
  unknownKey('a key with a leading space', ` ${KEY}`),
  unknownKey('a key with a NUL behind it', `${KEY}\0`),
  unknownKey('a key with a zero-width space', `${KEY}\u200b`),
  unknownKey('a key in upper case', KEY.toUpperCase().replace(/^./, 'F')),
  unknownKey('a key with a full-width digit', KEY.replace('4000', '４000')),
  unknownKey('a key with an accent', KEY.replace('0', 'ó')),
  unknownKey('SQL as key', "' OR '1'='1"),
  check('info that is a lone surrogate', `{"id":"${KEY}","info":"\\ud800"}`, 200, '"pass":true'),
  check('info with a NUL', `{"id":"${KEY}","info":"a\\u0000b"}`, 200, '"pass":true'),
  check('info of 90,000 characters', JSON.stringify({ id: KEY, info: '😀'.repeat(22_000) }), 200, '"pass":true'),
  check('two ids', `{"id":"${KEY}","id":true}`, 400),
];

const BODIES: readonly KnownTrap[] = [
  check('50,000 levels of arrays', '['.repeat(50_000) + ']'.repeat(50_000), 400),
  check('7,000 levels of objects', `{"id":${'{"a":'.repeat(7000)}1${'}'.repeat(7000)}}`, 400),
  check('JSON cut short', '{"id":"', 400),
  check(
    'a body that is no UTF-8',
    Buffer.from([0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    400,
  ),
  check('more than 100 kB', JSON.stringify({ id: 'x'.repeat(110_000) }), 413),
  { ...check('text/plain', 'id=1', 415), headers: { 'content-type': 'text/plain' } },
  { ...check('a compressed body', '{"id":1}', 415), headers: { 'content-encoding': 'gzip' } },
  ...['{"uid":"u","pid":1,"__proto__":{"pid":2}}', '{"uid":"u","pid":1,"constructor":1}', '{"uid":"u","pid":"7"}'].map(
    (body) => ({ text: `a license key from ${body}`, method: 'POST', path: '/api/keys', body, status: 400 }),
  ),
  { text: '"disable" for "disabled"', method: 'PUT', path: '/api/keys/2', body: '{"disable":true}', status: 400 },
];

const LINKS: readonly KnownTrap[] = [
  ...[
    'java\tscript:alert(1)',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:evil',
    'http://user:password@example.com/',
    'http://example.com/\r\nSet-Cookie: a=b',
    '//example.com/',
    `http://example.com/${'a'.repeat(2100)}`,
  ].map((url) => ({
    text: `a link to ${url.slice(0, 40)}`,
    method: 'POST',
    path: '/api/link',
    body: JSON.stringify({ name: 'trap', url }),
    status: 400,
  })),
  {
    text: 'a link to an emoji',
    method: 'POST',
    path: '/api/link',
    body: JSON.stringify({ name: 'emoji', url: 'https://example.com/😀?q=ü' }),
    status: 200,
  },
  { text: 'following a link to an emoji', method: 'GET', path: '/emoji', status: 302 },
  { text: 'a name in another case', method: 'GET', path: `/${linkName(1).toUpperCase()}`, status: 302 },
  { text: 'a broken escape', method: 'GET', path: '/%zz', status: 400 },
  { text: 'a NUL in a path', method: 'GET', path: '/%00', status: 404 },
  { text: 'a way up', method: 'GET', path: '/..%2f..%2fetc%2fpasswd', status: 404 },
];

const QUERIES: readonly KnownTrap[] = [
  ...[
    'limit=0',
    'limit=-1',
    'limit=1e9',
    'limit=',
    'limit=1&limit=2',
    'limit[]=1',
    'limit[a]=1',
    'nothing=1',
    'pid=7a',
  ].map((query) => ({ text: `?${query}`, method: 'GET', path: `/api/keys?${query}`, status: 400 })),
  {
    text: '200 parameters',
    method: 'GET',
    path: `/api/keys?${Array.from({ length: 200 }, (_, n) => `a${n}=1`).join('&')}`,
    status: 400,
  },
];

export const KNOWN_TRAPS: readonly KnownTrap[] = [...CHECKS, ...BODIES, ...LINKS, ...QUERIES];

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\nConnection: close\r\n\r\n`;

export const RAW_TRAPS: readonly RawTrap[] = [
  {
    text: 'two API keys',
    bytes: lines('GET /api/keys?limit=1 HTTP/1.1', 'Host: a', `x-api-key: ${API_KEY}`, 'X-Api-Key: b'),
    status: 400,
  },
  {
    text: 'two hosts',
    bytes: lines('GET /api/keys?limit=1 HTTP/1.1', 'Host: a', 'Host: b', `x-api-key: ${API_KEY}`),
    status: 400,
  },
  { text: 'no API key', bytes: lines('GET /api/keys?limit=1 HTTP/1.1', 'Host: a'), status: 401 },
  { text: 'no host', bytes: lines('GET /health/live HTTP/1.1', 'Accept: */*'), status: 400 },
  { text: 'an unknown method', bytes: lines('BREW /health/live HTTP/1.1', 'Host: a'), status: 400 },
  { text: 'a wrong method', bytes: lines('PATCH /api/keys HTTP/1.1', 'Host: a', `x-api-key: ${API_KEY}`), status: 405 },
  {
    text: 'an expectation',
    bytes: lines('GET /health/live HTTP/1.1', 'Host: a', 'Expect: the-unexpected'),
    status: 417,
  },
  {
    text: 'two lengths of one body',
    bytes: `${lines('POST /api/check HTTP/1.1', 'Host: a', 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    status: 400,
  },
  {
    text: 'a header that is too large',
    bytes: lines('GET / HTTP/1.1', 'Host: a', `x: ${'a'.repeat(20_000)}`),
    status: 431,
  },
  { text: 'no HTTP at all', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', status: 400 },
  { text: 'an address as path', bytes: lines('GET http://a/health/live HTTP/1.1', 'Host: a'), status: 200 },
];
