import type { ApiClient } from './api-client';

/** Plans and releases of a product as a shop has them, and of another one as long as they may be. */
export async function seedPlans(admin: ApiClient, pid: number, long: { pid: number; name: string }): Promise<void> {
  const entitlements = { export: true, projects: 50, edition: 'standard' };
  for (const plan of [
    { code: 'trial-14', name: 'Trial', trial: true, duration: 'P14D', starts: 'firstCheck', seats: 1 },
    {
      code: 'solo',
      name: 'Solo',
      duration: 'P1Y',
      seats: 1,
      graceDays: 7,
      entitlements,
      meters: { renders: { limit: 500, period: 'month', overage: 10 } },
    },
    { code: 'lifetime', name: 'Lifetime', seats: 2, updates: 'P2Y', entitlements: { ...entitlements, stems: true } },
  ])
    await admin.post(`/api/products/${pid}/plans`, plan);
  const url = 'https://downloads.example.com/app.zip';
  for (const [version, channel] of [
    ['4.1.2', 'stable'],
    ['4.2.0', 'stable'],
    ['4.3.0-b2', 'beta'],
  ])
    await admin.post(`/api/products/${pid}/releases`, { version, channel, url });
  const code = long.name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .slice(0, 64);
  await admin.post(`/api/products/${long.pid}/plans`, {
    code,
    name: long.name.slice(0, 100),
    duration: 'P1Y6M',
    entitlements: { [code]: long.name.slice(0, 100) },
    meters: { [code]: { limit: 1_000_000_000, period: 'monthFromFirstUse', overage: 50 } },
  });
  await admin.post(`/api/products/${long.pid}/releases`, {
    version: `2026.11.26.1-${code.slice(0, 40)}`,
    channel: code.slice(0, 32),
    platform: code,
    url,
  });
}
