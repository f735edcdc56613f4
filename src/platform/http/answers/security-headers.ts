import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Express, Response } from 'express';
import helmet from 'helmet';
import { isDocumentation } from '../routes/own-paths';

const REDIRECT = 302;

const FOR_ALL = {
  // A redirect passes its policy on; helmet's default would hide the referrer from a link's target.
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  // Subdomains of a short domain may belong to other services.
  strictTransportSecurity: { includeSubDomains: false },
} as const;

const FOR_DATA = {
  ...FOR_ALL,
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};
/** Browsers apply a redirect's policies to its target: an image behind a link might not be shown. */
const FOR_REDIRECTS = {
  ...FOR_DATA,
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  frameguard: false,
};
const FOR_PAGES = {
  ...FOR_ALL,
  // Would upgrade the documentation's scripts to HTTPS, which a service without TLS can't serve.
  contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
};

/** Data may hold keys, and caches ignore `x-api-key`. An answer may set another value. */
const NOT_KEPT: [string, string] = ['Cache-Control', 'no-store'];

/** Adds helmet's headers, computed once, and the request id. Hot paths pass all headers to Node in one list: faster. */
export function addSecurityHeaders(express: Express): void {
  const [data, redirects, pages] = [FOR_DATA, FOR_REDIRECTS, FOR_PAGES].map((options) => headersOf(helmet(options)));
  data.push(NOT_KEPT);
  const [flatData, flatRedirects] = [data.flat(), redirects.flat()];
  const writeHead = function (this: Response, status: number, ...rest: unknown[]): ServerResponse {
    // Requests that failed before any middleware have no id.
    const id = this.req.id ?? '';
    const [headers] = rest;
    if (rest.length === 1 && isPlain(headers) && this.getHeaderNames().length === 0) {
      const all: OutgoingHttpHeader[] = (status === REDIRECT ? flatRedirects : flatData).slice();
      all.push('x-request-id', id);
      for (const name of Object.keys(headers)) all.push(name, headers[name]!);
      return ServerResponse.prototype.writeHead.call(this, status, all);
    }
    // Nor a URL. An exception here, outside any handler, would end the process.
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
