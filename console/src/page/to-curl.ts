/** A request of a screen, to be shown as a command. */
export interface CurlRequest {
  /** What it does, as in "These license keys". */
  label: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its ids filled in, such as /api/keys/17. */
  path: string;
  query?: Record<string, string | number | boolean | readonly string[] | undefined>;
  body?: unknown;
}

/** Quoted for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function addressOf({ path, query = {} }: CurlRequest): string {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      if (each !== undefined) url.searchParams.append(name, String(each));
    }
  }
  return url.href;
}

/** The request as a curl command; the API key is taken from the environment. */
export function toCurl(request: CurlRequest): string {
  const { method = 'GET', body } = request;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(addressOf(request))}`,
    '  -H "x-api-key: $KEYLINK_API_KEY"',
    ...(body === undefined ? [] : ["  -H 'Content-Type: application/json'", `  -d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n');
}
