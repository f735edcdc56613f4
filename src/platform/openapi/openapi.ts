import { createHash } from 'node:crypto';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Express, NextFunction, Request, Response } from 'express';
import { ownVersion } from '../settings/own-version';
import { DOCUMENTATION } from '../http/routes/documentation';
import type { Route } from '../http/routes/routes';
import { GROUPS } from './groups';
import { API_KEY_SECURITY, BEARER_SECURITY, LICENSE_KEY_SECURITY } from './security';
import { withNotes } from './notes';
import { inOrderOfNeed } from './operation-order';
import { withSchemaNames } from './schema-names';

const DESCRIPTION = `License keys, license checks, their logs, and short links. Every operation under \`/api\` needs an API key
in the header \`x-api-key\`, except checks by a license key where the operator allows them. Times are milliseconds since the Unix epoch, but for those of
what is signed (\`iat\`, \`exp\`, \`notBefore\`, \`notAfter\`), which are seconds as in every JWT. Every error has the body \`{"msg": "..."}\`, and what programs tell it by in the header \`x-error-code\`.`;

/** What is built from the routes, as against the files that the pages load. */
const BUILT = ['', '/index.html', '/swagger-ui-init.js', '/docs/swagger-ui-init.js', '/openapi.json'].map(
  (path) => `${DOCUMENTATION}${path}`,
);

/** What the documentation answers, which has no controller. */
export const DOCUMENTATION_ROUTES: readonly Route[] = [...BUILT, `${DOCUMENTATION}/LICENSE`].map((path) => ({
  method: 'GET',
  path,
  marks: [],
}));

/** Serves the pages at `/docs` and the document at `/docs/openapi.json`. */
export function serveOpenApi(app: INestApplication, publicUrl: string | undefined): void {
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
  const createDocument = (): OpenAPIObject =>
    inOrderOfNeed(withSchemaNames(withNotes(SwaggerModule.createDocument(app, builder.build()))));
  // In front of the routes of the same paths that follow.
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

/** Does one thing in each turn of the event loop: whatever else has arrived is not kept waiting by all of them. */
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

/**
 * Lets the route behind it build what it sends the first time only, and sends those bytes from then on. Building and
 * copying 200 kB for each request would be work that anybody could ask for.
 */
function keepBuilt(turns: Turns) {
  // A page's links depend on whether its address ends with a slash; Swagger's routes look at the same.
  const kept = new Map<boolean, { body: Buffer; headers: Record<string, string> }>();
  return (request: Request, response: Response, next: NextFunction): void => {
    const hasSlash = request.originalUrl.endsWith('/');
    const built = kept.get(hasSlash);
    if (built) {
      turns.take(() => {
        // The deadline was faster.
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
