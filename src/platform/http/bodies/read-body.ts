import type { ParsedUrlQuery } from 'node:querystring';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { type BodyAccount, BodyBudget } from './body-budget';
import { bodyTooLarge, unavailable, unsupportedMediaType, unsupportedMediaTypeOfCheck } from '../../errors/errors';
import { parseJsonBody, utf8Text } from './json-body';
import { bodyKindOf } from '../routes/route-decorators';
import { parseForm } from './query-text';

declare module 'express-serve-static-core' {
  interface Request {
    /** Fields of a form body. Such a request has no `body`. */
    form?: ParsedUrlQuery;
    /** A body of any kind, where the handler takes one. Such a request has no `body`. */
    rawBody?: Buffer;
  }
}

/** Bytes. */
const BODY_LIMIT = 100_000;
const SHORT_LIMIT = 4000;
const LIST_LIMIT = 300_000;
const RAW_LIMIT = 1_000_000;
const LIMITS: Readonly<Record<string, number>> = { raw: RAW_LIMIT, list: LIST_LIMIT, shortForm: SHORT_LIMIT };

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

type Parser = (request: Request, body: Buffer) => void;

const parseJson: Parser = (request, body) => {
  request.body = parseJsonBody(body);
};

const keepRaw: Parser = (request, body) => {
  request.rawBody = body;
};

const OPENING_BRACE = 0x7b;

/** libcurl, and so PHP, Lua and many scripts, labels every body a form by default. */
const parseFormOrJson: Parser = (request, body) => {
  if (body[0] === OPENING_BRACE) parseJson(request, body);
  else request.form = parseForm(utf8Text(body));
};

/** The last global guard. Express's parsers would cost 5% of a check. @throws {ApiError} 400, 413 or 415 */
export class BodyReader implements CanActivate {
  private readonly budget = new BodyBudget();

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    // Node discards an unread body after the answer.
    if (isReading(request) || !hasBody(request)) return true;
    const kind = bodyKindOf(context.getHandler());
    if (kind === 'upload') return true;
    const parse = parserFor(request, kind);
    const unsupported = kind === 'form' || kind === 'shortForm' ? unsupportedMediaTypeOfCheck : unsupportedMediaType;
    const length = Number(request.headers['content-length']);
    if (!parse && length > 0) throw unsupported();
    const limit = LIMITS[kind ?? 'usual'] ?? BODY_LIMIT;
    if (length > limit) throw tooLarge(limit);
    return this.read(request, parse, limit, unsupported);
  }

  /** Never settles if the client leaves early. An empty body counts as none, whatever its type. */
  private read(request: Request, parse: Parser | undefined, limit: number, unsupported: () => Error): Promise<true> {
    return new Promise((resolve, reject) => {
      const expected = Number(request.headers['content-length']);
      let account: BodyAccount | undefined;
      const chunks: Buffer[] = [];
      let size = 0;
      const refuse = (error: Error): void => {
        account?.close();
        request.off('data', take).off('end', finish).resume();
        reject(error);
      };
      // Bodies in one chunk, as checks send them, don't count.
      const hasRoom = (chunk: Buffer): boolean =>
        size === expected || request.caller !== undefined || (account ??= this.budget.open(request)).take(chunk);
      const take = (chunk: Buffer): void => {
        size += chunk.length;
        // Without a length, the first chunk shows that there is a body.
        if (!parse) refuse(unsupported());
        else if (size > limit) refuse(tooLarge(limit));
        else if (!hasRoom(chunk)) refuse(unavailable());
        else chunks.push(chunk);
      };
      const finish = (): void => {
        account?.close();
        request.isArriving = false;
        request.deadline?.refresh();
        try {
          if (size > 0) parse!(request, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
          resolve(true);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      request.isArriving = true;
      request.on('data', take).once('end', finish);
    });
  }
}

const tooLarge = (limit: number) => bodyTooLarge(`${limit / 1000} kB`);

export function hasBody({ headers }: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers;
  return transfer !== undefined || (length !== undefined && length !== '0');
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

function parserFor(request: Request, kind: 'form' | 'shortForm' | 'list' | 'raw' | undefined): Parser | undefined {
  if (kind === 'raw') return keepRaw;
  if (isJson(request)) return parseJson;
  const { 'content-type': type = '' } = request.headers;
  return (kind === 'form' || kind === 'shortForm') && isPlain(request) && FORM_TYPE.test(type.trim())
    ? parseFormOrJson
    : undefined;
}

export function isJson(request: Request): boolean {
  const { 'content-type': type = '' } = request.headers;
  return isPlain(request) && (type === 'application/json' || JSON_TYPE.test(type.trim()));
}

function isPlain({ headers }: Request): boolean {
  return headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity';
}
