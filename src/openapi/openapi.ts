import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

const DESCRIPTION = `License keys, license checks, their logs, and short links. Every operation under \`/api\` needs an API key
in the header \`x-api-key\`. Times are milliseconds since the Unix epoch. Every error has the body \`{"msg": "..."}\`.`;

/** Serves the pages at `/docs` and the document at `/docs/openapi.json`. */
export function serveOpenApi(app: INestApplication, publicUrl: string | undefined): void {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('keylink')
    .setDescription(DESCRIPTION)
    .setVersion(ownVersion())
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'x-api-key');
  if (publicUrl) builder.addServer(publicUrl);
  const createDocument = (): OpenAPIObject => SwaggerModule.createDocument(app, builder.build());
  SwaggerModule.setup('docs', app, createDocument, {
    jsonDocumentUrl: 'docs/openapi.json',
    raw: ['json'],
    customSiteTitle: 'keylink',
  });
}

function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
