import type { ApiClient } from './api-client';
import { createLicenseKey } from './license-keys';

/** Generators of types from the API's document: their commands, imports of what they make, and how a schema is named there. */
export const GENERATED = {
  'openapi-typescript': {
    command: ['openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts'],
    imports: "import type { components } from './types';",
    typeOf: (name: string) => `components['schemas']['${name}']`,
  },
  'hey-api': {
    command: [
      '@hey-api/openapi-ts/bin/run.js',
      '-i',
      'openapi.json',
      '-o',
      'hey',
      '-p',
      '@hey-api/typescript',
      '--silent',
    ],
    imports: "import type * as Types from './hey/types.gen';",
    typeOf: (name: string) => `Types.${name}`,
  },
};

/** One of each kind, to hold against generated types. */
export async function realAnswers(admin: ApiClient): Promise<Record<string, unknown>> {
  const licenseKey = await createLicenseKey(admin, { seats: 1, leaseSeconds: 60 });
  return {
    LicenseKey: licenseKey,
    Verdict: (await admin.post('/api/check', { id: licenseKey.key, device: 'a' })).body,
    Device: (await admin.get(`/api/keys/${licenseKey.id}/devices`)).body[0],
    Release: (await admin.post('/api/check/release', { id: licenseKey.key, device: 'a' })).body,
    ReleasedSeats: (await admin.delete(`/api/keys/${licenseKey.id}/devices`)).body,
    LicenseLog: (await admin.get(`/api/keys/${licenseKey.id}/logs`)).body[0],
    Link: (await admin.post('/api/links', { url: 'https://example.com/' })).body,
    Error: (await admin.get('/api/keys/0')).body,
  };
}
