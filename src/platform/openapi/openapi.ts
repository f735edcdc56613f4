import { createHash } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Express, NextFunction, Request, Response } from 'express';
import { ownVersion } from '../settings/own-version';
import { DOCUMENTATION } from '../http/routes/own-paths';
import { inOrderOfNeed, withNotes, withSchemaNames } from './document-polish';
import { type DescribedEvent, withEvents } from './event-operations';
import { GROUPS } from './groups';
import { API_KEY_SECURITY, BEARER_SECURITY, LICENSE_KEY_SECURITY } from './security';

const DESCRIPTION = `License keys, license checks, their logs, and short links. Every operation under \`/api\` needs an API key
in the header \`x-api-key\`, except checks by a license key where the operator allows them. Times are milliseconds since the Unix epoch, but for those of
what is signed (\`iat\`, \`exp\`, \`notBefore\`, \`notAfter\`), which are seconds as in every JWT. Every error has the body \`{"msg": "..."}\`, and what programs tell it by in the header \`x-error-code\`.`;

/** Paths generated from the routes; the others are static files. */
const BUILT = ['', '/index.html', '/swagger-ui-init.js', '/docs/swagger-ui-init.js', '/openapi.json'].map(
  (path) => `${DOCUMENTATION}${path}`,
);

/** Serves the pages at `/docs` and the document at `/docs/openapi.json`. */
export function serveOpenApi(
  app: INestApplication,
  publicUrl: string | undefined,
  events: readonly DescribedEvent[],
): void {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('keylink')
    .setDescription(DESCRIPTION)
    .setVersion(ownVersion())
    .addApiKey({ type: 'apiKey', in: 'header', name: API_KEY_SECURITY }, API_KEY_SECURITY)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'The API key, for Prometheus.' }, BEARER_SECURITY)
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description:
          'The license key itself, or `Bearer` and the license key. Without an API key it is accepted only when the operator has set LICENSE_KEY_AUTH=true.',
      },
      LICENSE_KEY_SECURITY,
    );
  builder.addServer(publicUrl ?? '/');
  for (const { name, description } of GROUPS) builder.addTag(name, description);
  const createDocument = (): OpenAPIObject => {
    const options = { extraModels: events.map(({ data }) => data) };
    const document = withNotes(SwaggerModule.createDocument(app, builder.build(), options));
    return inOrderOfNeed(withSchemaNames(withEvents(document, events)));
  };
  // Must come before Swagger's own routes.
  const express = app.getHttpAdapter().getInstance() as Express;
  const turns = new Turns();
  for (const path of BUILT) express.get(path, keepBuilt(turns));
  SwaggerModule.setup(DOCUMENTATION, app, createDocument, {
    jsonDocumentUrl: `${DOCUMENTATION}/openapi.json`,
    raw: ['json'],
    customSiteTitle: 'keylink',
    swaggerOptions: { persistAuthorization: true },
  });
}

/** Runs one task per turn of the event loop, so that other work isn't delayed. */
class Turns {
  private readonly waiting: (() => void)[] = [];

  take(work: () => void): void {
    if (this.waiting.push(work) === 1) setImmediate(this.next);
  }

  private readonly next = (): void => {
    const work = this.waiting.shift();
    if (this.waiting.length > 0) setImmediate(this.next);
    work?.();
  };
}

/** Caches the answer of the route behind it: building 200 kB per request would invite abuse. */
function keepBuilt(turns: Turns) {
  const kept = new Map<boolean, { body: Buffer; headers: Record<string, string> }>();
  return (request: Request, response: Response, next: NextFunction): void => {
    const hasSlash = request.originalUrl.endsWith('/');
    const built = kept.get(hasSlash);
    if (built) {
      turns.take(() => {
        // The deadline has answered already.
        if (!response.headersSent) response.set(built.headers).send(built.body);
      });
      return;
    }
    const send = response.send.bind(response);
    response.send = (text: string) => {
      const body = Buffer.from(text);
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
      const headers = { 'Content-Type': String(response.get('Content-Type')), ETag: etag, 'Cache-Control': 'no-cache' };
      kept.set(hasSlash, { body, headers });
      response.set(headers);
      return send(body);
    };
    next();
  };
}
