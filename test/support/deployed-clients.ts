/** What a program says; `extra` are header lines beyond its own. */
interface DeployedRequest {
  readonly host: string;
  readonly key: string;
  /** Product of a single check, or all of those of a multiple one. */
  readonly products: readonly number[];
  readonly extra?: readonly string[];
}

/** A program in the field, by the bytes that it was seen to send. */
export interface DeployedClient {
  readonly name: string;
  /** Pieces after the first are sent once the service has said `100 Continue`. */
  readonly bytes: (request: DeployedRequest) => string[];
}

const NO_CHUNK = '0\r\n\r\n';

function client(name: string, toTarget: (products: readonly number[]) => string, shape: Shape): DeployedClient {
  return {
    name,
    bytes: ({ host, key, products, extra = [] }) => {
      const { version = 'HTTP/1.1', headers, body = '', continued = [] } = shape(key, products);
      const [first, ...others] = headers.map((line) => line.replace('<host>', host));
      const lines = [`POST ${toTarget(products)} ${version}`, first, ...extra, ...others];
      return [`${lines.join('\r\n')}\r\n\r\n${body}`, ...continued];
    },
  };
}

type Shape = (
  key: string,
  products: readonly number[],
) => { version?: string; headers: string[]; body?: string; continued?: string[] };

const ACCEPT = 'Accept: application/json, text/plain, */*';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const JSON_TYPE = 'Content-Type: application/json';

/** PHP 8.2 with libcurl 7.88, `CURLOPT_POST` without fields: libcurl since 7.66 sends an unknown length in chunks. */
const php: Shape = (key) => ({
  headers: [
    'Host: <host>',
    'Transfer-Encoding: chunked',
    'Accept: application/json',
    JSON_TYPE,
    `authorization: ${key}`,
    'Expect: 100-continue',
  ],
  continued: [NO_CHUNK],
});

/** Node's `https.request`, ended without a body. */
const node: Shape = (key) => ({
  headers: [FORM, `Authorization: ${key}`, 'Host: <host>', 'Connection: keep-alive', 'Content-Length: 0'],
});

const axios1 = (key: string) => [
  ACCEPT,
  FORM,
  'User-Agent: *',
  `authorization: ${key}`,
  'Accept-Encoding: gzip, compress, deflate, br',
  'Host: <host>',
  'Connection: keep-alive',
  'Content-Length: 0',
];

/** FiveM's `PerformHttpRequest` with the body "": libcurl with empty POSTFIELDS. */
const fiveM: Shape = (key) => ({
  headers: ['Host: <host>', ACCEPT, `Authorization: ${key}`, 'User-Agent: *', 'Content-Length: 0', FORM],
});

const byPath = ([product]: readonly number[]): string => `/api/check/${product}`;

/** Programs that check one product. */
export const SINGLE_CLIENTS: readonly DeployedClient[] = [
  client('PHP with libcurl 7.66 and later', byPath, php),
  // As reported for libcurl before 7.66: neither a length nor an encoding, and nothing to come.
  client('PHP with an older libcurl', byPath, (key) => ({
    headers: ['Host: <host>', 'Accept: application/json', JSON_TYPE, `authorization: ${key}`, 'Expect: 100-continue'],
  })),
  client("PHP's file_get_contents", byPath, (key) => ({
    headers: ['Host: <host>', 'Connection: close', `Authorization: ${key}`],
  })),
  client("Node's https.request", byPath, node),
  client("Node's https.request with flushed headers", byPath, (key) => ({
    headers: [FORM, `Authorization: ${key}`, 'Host: <host>', 'Connection: keep-alive', 'Transfer-Encoding: chunked'],
    body: NO_CHUNK,
  })),
  client("Node's fetch", byPath, (key) => ({
    headers: [
      'host: <host>',
      'connection: keep-alive',
      `Authorization: ${key}`,
      'accept: */*',
      'accept-language: *',
      'sec-fetch-mode: cors',
      'user-agent: node',
      'accept-encoding: gzip, deflate',
      'content-length: 0',
    ],
  })),
  client(
    'axios 1.21 with params',
    ([product]) => `/api/check/${product}?info=Information+to+add+%E2%80%93+caf%C3%A9&log=false`,
    (key) => ({
      headers: axios1(key),
    }),
  ),
  client('Lua in FiveM', byPath, fiveM),
  client('Lua with LuaSocket', byPath, (key) => ({
    headers: [
      'Host: <host>',
      'TE: trailers',
      ACCEPT,
      `Authorization: ${key}`,
      'Connection: close, TE',
      'User-Agent: *',
    ],
  })),
  client('Lua with LuaSocket and an empty source', byPath, (key) => ({
    headers: [
      'Host: <host>',
      'TE: trailers',
      ACCEPT,
      `Authorization: ${key}`,
      'Connection: close, TE',
      'Transfer-Encoding: chunked',
      'User-Agent: *',
    ],
    body: NO_CHUNK,
  })),
  client('any of them through a proxy that speaks HTTP/1.0', byPath, (key) => ({
    version: 'HTTP/1.0',
    headers: ['Host: <host>', 'Connection: close', 'Content-Length: 0', FORM, `Authorization: ${key}`],
  })),
];

const byQuery =
  (separator: string) =>
  (products: readonly number[]): string =>
    `/api/check/multiple?${products.map((product) => separator + product).join('&')}`;
const byCommas = (products: readonly number[]): string => `/api/check/multiple?proIds=${products.join(',')}`;
const byBody = (): string => '/api/check/multiple';

const withBody =
  (type: string, toBody: (products: readonly number[]) => string): Shape =>
  (key, products) => {
    const body = toBody(products);
    return {
      headers: [
        'Host: <host>',
        ACCEPT,
        type,
        `authorization: ${key}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: keep-alive',
      ],
      body,
    };
  };

/** Programs that check several products. */
export const MULTIPLE_CLIENTS: readonly DeployedClient[] = [
  client('PHP with libcurl 7.66 and later', byCommas, php),
  client(
    'PHP with http_build_query',
    byBody,
    withBody(FORM, (products) => products.map((product, index) => `proIds%5B${index}%5D=${product}`).join('&')),
  ),
  client("Node's https.request", byCommas, node),
  client('axios 1.21 with params', byQuery('proIds%5B%5D='), (key) => ({ headers: axios1(key) })),
  client('axios 0.27 with params', byQuery('proIds[]='), (key) => ({
    headers: axios1(key).filter((line) => !line.startsWith('Accept-Encoding')),
  })),
  client(
    'axios with data',
    byBody,
    withBody(JSON_TYPE, (products) => JSON.stringify({ info: 'café', log: false, proIds: products })),
  ),
  client(
    'axios with data as a form',
    byBody,
    withBody(FORM, (products) => products.map((product) => `proIds%5B%5D=${product}`).join('&')),
  ),
  // axios 0.27 leaves the data JSON when it is told this type; libcurl adds it to what Lua in FiveM has encoded.
  client(
    'JSON that is called a form',
    byBody,
    withBody(FORM, (products) => JSON.stringify({ info: 'café', log: false, proIds: products })),
  ),
  client('Lua in FiveM', byQuery('proIds='), fiveM),
];
