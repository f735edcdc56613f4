import { DataSource } from 'typeorm';
import { embeddedOptions, prepareEmbeddedDriver } from '../../../platform/database/embedded/embedded-options';
import type { WebhooksRepository } from '../webhooks.repository';
import { WebhookTask } from './webhook-task.entity';
import { WebhookTaskRunner } from './webhook-task-runner';
import { WebhookTasksRepository } from './webhook-tasks.repository';

let dataSource: DataSource;

beforeEach(async () => {
  const options = embeddedOptions({ engine: 'embedded', file: ':memory:' });
  dataSource = new DataSource({ ...options, entities: [WebhookTask], synchronize: true });
  prepareEmbeddedDriver(dataSource);
  await dataSource.initialize();
});
afterEach(() => dataSource.destroy());

it('leaves the deletion of a webhook to do that takes the place of its replay meanwhile', async () => {
  const tasks = new WebhookTasksRepository(dataSource.getRepository(WebhookTask));
  await tasks.insert({ webhookId: 1, kind: 'replay', position: 0, upTo: 10 });
  const deletion = { webhookId: 1, kind: 'delete', position: 0, upTo: 0 } as const;
  const webhooks = {
    findById: async () => {
      await tasks.replace(deletion);
      return null;
    },
  };
  const unused = undefined!;
  const runner = new WebhookTaskRunner(
    tasks,
    webhooks as unknown as WebhooksRepository,
    unused,
    unused,
    unused,
    unused,
    unused,
  );
  await runner.advance(new AbortController().signal);
  expect(await tasks.findAll()).toEqual([deletion]);
});
