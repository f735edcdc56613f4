import type { ApiClient } from './api-client';
import { Service, type NewProcess } from './service';
import { createMigratedDatabase, type TestDatabase } from './test-database';

/** What most test files need: a service on a database without records, and an admin's client. */
export interface Scenario {
  readonly database: TestDatabase;
  readonly service: Service;
  readonly admin: ApiClient;
  close(): Promise<void>;
}

export async function startScenario(
  environment: Record<string, string> = {},
  newProcess?: NewProcess,
): Promise<Scenario> {
  const database = await createMigratedDatabase();
  const service = await Service.start({ DATABASE_URL: database.url, ...environment }, newProcess);
  const close = async (): Promise<void> => {
    // As Ctrl-C does: without the delay for load balancers.
    await service.stop('SIGINT');
    await database.drop();
  };
  return { database, service, admin: service.client(), close };
}

/** A test with a scenario of its own: for those that wait for long, and run side by side. */
export const inScenario =
  (test: (scenario: Scenario) => Promise<void>, environment: Record<string, string> = {}) =>
  async (): Promise<void> => {
    const scenario = await startScenario(environment);
    try {
      await test(scenario);
    } finally {
      await scenario.close();
    }
  };

let counter = 0;

/** A text that no other test of this file uses. */
export const unique = (prefix: string): string => `${prefix}-${++counter}`;
