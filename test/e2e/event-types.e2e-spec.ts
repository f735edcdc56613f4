import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from '../support/built';
import { ROOT } from '../support/root';
import { inScenario } from '../support/scenario';

const { ACTOR_TYPES } = built(
  'platform/events/event.entity',
) as typeof import('../../src/platform/events/event.entity');

interface Document {
  readonly webhooks: Readonly<Record<string, { readonly post: object }>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
}

it(
  'describes the data of each type of event, and so do the client and the guide',
  inScenario(async ({ admin }) => {
    const { webhooks, components } = (await admin.get('/docs/openapi.json')).body as Document;
    for (const [name, { post }] of Object.entries(webhooks)) {
      const [, data] = JSON.stringify(post).match(/"data":\{"\$ref":"#\/components\/schemas\/(\w+)"/) ?? [];
      expect([name, Object.keys(components.schemas[data].properties)]).not.toEqual([name, []]);
    }
    const namesIn = (file: string, pattern: RegExp) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name]) => name).toSorted();
    const names = Object.keys(webhooks).toSorted();
    expect(namesIn('clients/typescript/src/event-types.ts', /readonly '([a-zA-Z]+\.[a-zA-Z]+)'/g)).toEqual(names);
    const [actors] = namesIn('clients/typescript/src/events.ts', /readonly actor: \{ readonly type: ([^;]*);/g);
    expect(actors).toBe(ACTOR_TYPES.map((type) => `'${type}'`).join(' | '));
    const table = new Set(namesIn('docs/events.md', /`([a-zA-Z]+\.[a-zA-Z]+)`(?=[^\n]*\|)/g));
    expect(names.filter((name) => !table.has(name))).toEqual([]);
  }),
);
