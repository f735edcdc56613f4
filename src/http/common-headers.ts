import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

/** What an answer that is no page needs of helmet's headers: the rest tells browsers how to show a page. */
const FOR_DATA = {
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};
const FOR_PAGES = {
  // Would turn the documentation's own scripts into https addresses, which a service without TLS doesn't answer.
  contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
};

/**
 * Gives every answer helmet's headers and its request's id, when its head is written. They are the same for all
 * answers of a kind, so helmet itself runs once; and an answer that sets no headers before, as those of the hot paths
 * do, hands all of them to Node in one list, which costs less than setting each.
 */
export function addCommonHeaders(express: Express): void {
  const data = helmetHeaders(FOR_DATA);
  const pages = helmetHeaders(FOR_PAGES);
  const flat = data.flat();
  const writeHead = function (this: Response, status: number, ...rest: unknown[]): ServerResponse {
    // What failed before any middleware has no id.
    const id = this.req.id ?? '';
    const [headers] = rest;
    if (rest.length === 1 && isPlain(headers) && this.getHeaderNames().length === 0) {
      const all = [...flat, 'x-request-id', id, ...(Object.entries(headers).flat() as string[])];
      return ServerResponse.prototype.writeHead.call(this, status, all);
    }
    // Nor a path of Express's: an exception here, before any handler, would end the process.
    const common = this.req.originalUrl?.startsWith('/docs') ? pages : data;
    for (const [name, value] of common) if (!this.hasHeader(name)) this.setHeader(name, value);
    this.setHeader('x-request-id', id);
    return ServerResponse.prototype.writeHead.call(this, status, ...(rest as [OutgoingHttpHeaders?]));
  };
  express.response.writeHead = writeHead as unknown as Response['writeHead'];
}

function isPlain(headers: unknown): headers is OutgoingHttpHeaders {
  return typeof headers === 'object' && headers !== null && !Array.isArray(headers);
}

function helmetHeaders(options: HelmetOptions): [string, string][] {
  // A redirect hands its policy on: helmet's own, none at all, would hide from a link's target where its visitors come from.
  return headersOf(helmet({ ...options, referrerPolicy: { policy: 'strict-origin-when-cross-origin' } }));
}

/** What a middleware sets on an answer that nobody gets. */
function headersOf(middleware: ReturnType<typeof helmet>): [string, string][] {
  const headers: [string, string][] = [];
  const recorder = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => {},
  };
  middleware({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
