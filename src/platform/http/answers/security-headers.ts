import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import helmet from 'helmet';
import { isDocumentation } from '../routes/documentation';

/** The status of a followed link; nothing else here answers so. */
const REDIRECT = 302;

const FOR_ALL = {
  // A redirect hands its policy on: helmet's own, none at all, would hide from a link's target where its visitors come from.
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // The hosts below a short domain aren't this service's to decide about.
  strictTransportSecurity: { includeSubDomains: false },
} as const;

/** What an answer that is no page needs of helmet's headers: the rest tells browsers how to show a page. */
const FOR_DATA = {
  ...FOR_ALL,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};
/**
 * A redirect is no content, and browsers hold what it says about content against its target: an image behind a link
 * would not be shown on another site, and a window opened by a link would lose its opener.
 */
const FOR_REDIRECTS = {
  ...FOR_DATA,
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  frameguard: false,
};
const FOR_PAGES = {
  ...FOR_ALL,
  // Would turn the documentation's own scripts into https addresses, which a service without TLS doesn't answer.
  contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
};

/**
 * Whatever is no page may hold keys, and a header of one's own that lets a request in tells no cache that the answer is for
 * one caller alone. Where another rule is right, as for redirects, the answer sets the header itself.
 */
const NOT_KEPT: [string, string] = ['Cache-Control', 'no-store'];

/**
 * Gives every answer helmet's headers and its request's id, when its head is written. They are the same for all
 * answers of a kind, so helmet itself runs once; and an answer that sets no headers before, as those of the hot paths
 * do, hands all of them to Node in one list, which costs less than setting each.
 */
export function addSecurityHeaders(express: Express): void {
  const [data, redirects, pages] = [FOR_DATA, FOR_REDIRECTS, FOR_PAGES].map((options) => headersOf(helmet(options)));
  data.push(NOT_KEPT);
  const [flatData, flatRedirects] = [data.flat(), redirects.flat()];
  const writeHead = function (this: Response, status: number, ...rest: unknown[]): ServerResponse {
    // What failed before any middleware has no id.
    const id = this.req.id ?? '';
    const [headers] = rest;
    if (rest.length === 1 && isPlain(headers) && this.getHeaderNames().length === 0) {
      const common = status === REDIRECT ? flatRedirects : flatData;
      const all = [...common, 'x-request-id', id, ...(Object.entries(headers).flat() as string[])];
      return ServerResponse.prototype.writeHead.call(this, status, all);
    }
    // Nor a path of Express's: an exception here, before any handler, would end the process.
    const url = this.req.originalUrl;
    const common = url !== undefined && isDocumentation(url) ? pages : status === REDIRECT ? redirects : data;
    for (const [name, value] of common) if (!this.hasHeader(name)) this.setHeader(name, value);
    this.setHeader('x-request-id', id);
    return ServerResponse.prototype.writeHead.call(this, status, ...(rest as [OutgoingHttpHeaders?]));
  };
  express.response.writeHead = writeHead as unknown as Response['writeHead'];
}

function isPlain(headers: unknown): headers is OutgoingHttpHeaders {
  return typeof headers === 'object' && headers !== null && !Array.isArray(headers);
}

/** What a middleware sets on an answer that is never sent. */
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
