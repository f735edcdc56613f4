import type { DataSource } from 'typeorm';
import { EventStream } from './event-stream';
import { createLicenseKey, type CreatedLicenseKey } from './license-keys';
import { insertLogs } from './many-logs';
import { openBeside } from './open-beside';
import { type Scenario, startScenario } from './scenario';
import { ADMIN_KEY, Service } from './service';

export let scenario: Scenario;
/** On the same database. */
export let other: Service;
export let key: CreatedLicenseKey;
const streams: EventStream[] = [];

export const watch = async (query = '', apiKey = ADMIN_KEY, headers: object = {}, service = scenario.service) => {
  const stream = await EventStream.open(service, `/api/logs/stream${query}`, apiKey, headers);
  streams.push(stream);
  return stream;
};
export const check = async (id: string | number, info: string, service = scenario.service) =>
  (await service.client().post(`/api/check/${id}`, { info })).body.status as string;

export async function beside<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await openBeside(scenario.database);
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Logs of so many checks, all at once. */
export const flood = (count: number, details = '') =>
  beside((dataSource) =>
    insertLogs(
      dataSource,
      Array.from({ length: count }, () => ({
        keyId: key.id,
        timeAt: Date.now(),
        ip: '127.0.0.1',
        details,
        status: 'AUTHORISED',
      })),
    ),
  );

/** Starts two services on one database for the tests of a file, and ends them. */
export function useLiveChecks(): void {
  beforeAll(async () => {
    scenario = await startScenario();
    other = await Service.start({ DATABASE_URL: scenario.database.url });
    key = await createLicenseKey(scenario.admin, { pid: 6, uid: 'watched' });
  }, 60_000);
  afterEach(() => streams.splice(0).forEach((stream) => stream.close()));
  afterAll(async () => {
    await other.stop();
    await scenario.close();
  });
}
