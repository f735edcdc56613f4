import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

const DESCRIPTION = `License keys, license checks, their logs, and short links. Every operation under \`/api\` needs an API key
in the header \`x-api-key\`, except checks by a license key where the operator allows them. Times are milliseconds since the Unix epoch. Every error has the body \`{"msg": "..."}\`.`;

/** The name that the document gives to a license key in the `Authorization` header. */
export const LICENSE_KEY_SECURITY = 'license-key';

/** Serves the pages at `/docs` and the document at `/docs/openapi.json`. */
export function serveOpenApi(app: INestApplication, publicUrl: string | undefined): void {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('keylink')
    .setDescription(DESCRIPTION)
    .setVersion(ownVersion())
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key' }, 'x-api-key')
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
