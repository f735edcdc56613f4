import type { NextFunction, Request, Response } from 'express';
import { ERROR_CODE_HEADER } from '../../platform/errors/error-codes';
import { type ApiError, NOTHING_THERE, notFound } from '../../platform/errors/errors';
import { isOwnPath } from '../../platform/http/routes/own-paths';
import { ASK_AGAIN, sendOn } from '../send-on';
import type { DomainHosts, HeldDomain } from './domain-hosts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The domain that the request is for; undefined at the service's own hosts. */
    linkDomain?: HeldDomain;
  }
}

/** Paths that programs request from every site, and that should not be redirected. */
const FOR_PROGRAMS = /^\/(?:health|\.well-known)\/|^\/(?:robots\.txt|favicon\.ico)$/i;
const ONE_SEGMENT = /^\/[^/]+\/?$/;

/** Middleware: on a domain, only its links and its redirects for the bare domain and unknown addresses are served. */
export function domainDoor(domains: DomainHosts) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const domain = domains.of(request.headers.host);
    if (domain === undefined) {
      next();
      return;
    }
    request.linkDomain = domain;
    const { path } = request;
    const isForProgram = FOR_PROGRAMS.test(path);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (domain.notFoundUrl !== null && isRead && !isForProgram)
      request.sendError = (error) => leadFrom(error, response, domain.notFoundUrl!);
    if (path === '/' && isRead && domain.rootUrl !== null) sendOn(response, domain.rootUrl, ASK_AGAIN);
    else if (isForProgram || (ONE_SEGMENT.test(path) && !isOwnPath(path))) next();
    else next(notFound(NOTHING_THERE));
  };
}

/** @returns false for errors other than an unknown address */
function leadFrom({ status }: ApiError, response: Response, url: string): boolean {
  if (status !== 404) return false;
  response.removeHeader(ERROR_CODE_HEADER);
  sendOn(response, url, ASK_AGAIN);
  return true;
}
