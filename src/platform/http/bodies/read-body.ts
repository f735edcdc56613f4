import type { ParsedUrlQuery } from 'node:querystring';
import type { NextFunction, Request, Response } from 'express';
import { type BodyAccount, BodyBudget } from './body-budget';
import { bodyTooLarge, unavailable, unsupportedMediaType, unsupportedMediaTypeOfCheck } from '../../errors/errors';
import { parseJsonBody, utf8Text } from './json-body';
import type { MarkedRoutes, Routes } from '../routes/routes';
import { parseForm } from './query-text';

declare module 'express-serve-static-core' {
  interface Request {
    /** The fields of a body that is a form: text, as in a query. Such a request has no `body`. */
    form?: ParsedUrlQuery;
  }
}

/** Bytes of body that are read at most. */
const BODY_LIMIT = 100_000;

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i;

/** What is known of callers before the guard has asked who they are. */
export interface Callers {
  /** Whether a request carries anything that could let it in. */
  readonly presentsKey: (request: Request) => boolean;
  /** Whether it carries an API key that was found valid not long ago. */
  readonly wasValid: (request: Request) => boolean;
}

/** Puts what a body says where handlers find it. */
type Reader = (request: Request, body: Buffer) => void;

const readJson: Reader = (request, body) => {
  request.body = parseJsonBody(body);
};

const OPENING_BRACE = 0x7b;

/** libcurl, and so PHP, Lua and many a command line, calls every body a form unless it is told what it is. */
const readForm: Reader = (request, body) => {
  if (body[0] === OPENING_BRACE) readJson(request, body);
  else request.form = parseForm(utf8Text(body));
};

/**
 * Middleware that reads JSON bodies and, where they are expected, forms; what is wrong with one is a 400, 413 or 415.
 * Express's own parsers know encodings and character sets that are refused here anyway, and take their time for them
 * (docs/decisions/009-bodies.md).
 * @param routes which of them take forms, and to which bodies are left
 * @param callers whose bodies are read at all, and how much of them at a time; the guard refuses the others
 */
export function readBodies(routes: Routes, callers: Callers) {
  const [forms, uploads] = [routes.marked('form'), routes.marked('upload')];
  const budget = new BodyBudget(callers.wasValid);
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!hasBody(request) || uploads.match(request.method, request.url)) {
      next();
      return;
    }
    // Node takes what is left of the body off the connection once the answer is out.
    if (!callers.presentsKey(request)) {
      next();
      return;
    }
    const length = request.headers['content-length'];
    const read = readerFor(request, forms);
    // Without a length, only its first piece tells that there is a body.
    if (!read && Number(length) > 0) next(unsupported(request, forms));
    else if (Number(length) > BODY_LIMIT) next(bodyTooLarge());
    else collect(request, read, forms, budget, next);
  };
}

/** Whether a request carries a body, as its head says. */
export function hasBody({ headers }: Request): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers;
  return transfer !== undefined || (length !== undefined && length !== '0');
}

function collect(
  request: Request,
  read: Reader | undefined,
  forms: MarkedRoutes,
  budget: BodyBudget,
  next: NextFunction,
): void {
  const chunks: Buffer[] = [];
  const expected = Number(request.headers['content-length']);
  let size = 0;
  let account: BodyAccount | undefined;
  const refuse = (error: Error): void => {
    account?.close();
    request.off('data', take).off('end', finish).resume();
    next(error);
  };
  const hasRoom = (chunk: Buffer): boolean => {
    if (!account) {
      account = budget.open(request);
      request.once('close', account.close);
    }
    return account.take(chunk);
  };
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (!read) refuse(unsupported(request, forms));
    else if (size > BODY_LIMIT) refuse(bodyTooLarge());
    else if (size !== expected && !hasRoom(chunk)) refuse(unavailable());
    else chunks.push(chunk);
  };
  const finish = (): void => {
    account?.close();
    // A body that came in no piece at all is none, whatever its type.
    next(size > 0 && read ? problemOf(read, request, chunks) : undefined);
  };
  // A client that goes away before the end gets no answer, and needs none.
  request.on('data', take).once('end', finish);
}

/** Reads the body. @returns what is wrong with it; undefined when nothing is */
function problemOf(read: Reader, request: Request, chunks: readonly Buffer[]): unknown {
  try {
    read(request, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    return undefined;
  } catch (error) {
    return error;
  }
}

/** By name or by default in UTF-8, and not compressed; undefined for a body that isn't taken here. */
function readerFor(request: Request, forms: MarkedRoutes): Reader | undefined {
  if (isJson(request)) return readJson;
  const { 'content-type': type = '' } = request.headers;
  return isPlain(request) && FORM_TYPE.test(type.trim()) && forms.match(request.method, request.url)
    ? readForm
    : undefined;
}

/** Whether it is JSON in UTF-8, and not compressed. */
export function isJson(request: Request): boolean {
  const { 'content-type': type = '' } = request.headers;
  return isPlain(request) && (type === 'application/json' || JSON_TYPE.test(type.trim()));
}

function isPlain({ headers }: Request): boolean {
  return headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity';
}

function unsupported(request: Request, forms: MarkedRoutes): Error {
  return forms.match(request.method, request.url) ? unsupportedMediaTypeOfCheck() : unsupportedMediaType();
}
