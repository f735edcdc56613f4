import type { ApiClient } from './api-client';
import { createApiKey } from './api-keys';
import { createLicenseKey } from './license-keys';
import { sellSomething } from './sales';

/** Makes what the examples of the OpenAPI document name. @returns the license key's record id */
export async function makeWhatExamplesName(admin: ApiClient, anybody: ApiClient): Promise<number> {
  const { id } = await createLicenseKey(admin, {
    seats: 9,
    expiresAt: 2_524_608_000_000,
    meters: { exports: { limit: 9, period: 'month' } },
  });
  await admin.post(`/api/check/${id}`);
  const use = { meter: 'exports', useId: '0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11' };
  await admin.post(`/api/keys/${id}/uses`, use);
  await createApiKey(admin, ['keys:read']);
  await admin.post(`/api/keys/${id}/mail`, { to: 'anna@example.com' });
  await admin.post('/api/products/6/plans', { code: 'trial', name: 'Trial', trial: true });
  await admin.post('/api/domains', { host: 'go.example.com' });
  await sellSomething(admin, anybody);
  return id;
}
