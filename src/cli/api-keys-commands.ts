import { ApiKeysModule } from '../access/api-keys/api-keys.module';
import { ApiKeysService } from '../access/api-keys/api-keys.service';
import type { ApiKeyDto, NewApiKeyDto } from '../access/api-keys/dto/api-key.dto';
import { CreateApiKeyDto } from '../access/api-keys/dto/create-api-key.dto';
import { RotateApiKeyDto } from '../access/api-keys/dto/rotate-api-key.dto';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { validate } from '../platform/validation/validation';
import { allPages } from './all-pages';
import { commandLineActor } from './command-line-actor';
import type { WithJson } from './options';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

const SEEN_BY_ALL = 'Running instances act on it within 5 seconds.';

export async function create(
  options: WithJson & { name: string; scopes: string[]; expiresAt?: number },
): Promise<void> {
  const { json, ...values } = options;
  const body = await validate(CreateApiKeyDto, values);
  const apiKey = await withApiKeys((apiKeys) => apiKeys.create(body, commandLineActor()));
  show(apiKey, json, () => printSecret(apiKey));
}

export async function list({ json }: WithJson): Promise<void> {
  const all = await readDatabase([ApiKeysModule], (providers) =>
    allPages((after) => providers.get(ApiKeysService).getPage({ limit: PAGE_LIMIT, after }), 0),
  );
  show(all, json, () =>
    printTable([
      ['ID', 'BEGINS', 'NAME', 'SCOPES', 'STATE', 'LAST USED'],
      ...all.map((key) => [
        String(key.id),
        key.prefix,
        key.name,
        key.scopes.join(','),
        stateOf(key),
        showTime(key.lastUsedAt, 'never'),
      ]),
    ]),
  );
}

export async function rotate(id: string, { json, grace }: WithJson & { grace: number }): Promise<void> {
  const { graceSeconds = 0 } = await validate(RotateApiKeyDto, { graceSeconds: grace });
  const apiKey = await withApiKeys((apiKeys) => apiKeys.rotate(id, graceSeconds, commandLineActor()));
  show(apiKey, json, () => {
    printSecret(apiKey);
    printLine(`The old secret is valid until ${showTime(apiKey.previousValidUntil, '')}. ${SEEN_BY_ALL}`);
  });
}

export async function revoke(id: string, { json }: WithJson): Promise<void> {
  const apiKey = await withApiKeys((apiKeys) => apiKeys.revoke(id, commandLineActor()));
  show(apiKey, json, () =>
    printLine(`API key ${apiKey.id} "${apiKey.name}" (${apiKey.prefix}…) is revoked. ${SEEN_BY_ALL}`),
  );
}

function withApiKeys<T>(work: (apiKeys: ApiKeysService) => Promise<T>): Promise<T> {
  return withDatabase([ApiKeysModule], (providers) => work(providers.get(ApiKeysService)));
}

function show(value: unknown, json: boolean | undefined, forPeople: () => void): void {
  if (json) printJson(value);
  else forPeople();
}

function printSecret(apiKey: NewApiKeyDto): void {
  printLine(`The API key, shown this once and stored nowhere:\n\n${apiKey.secret}\n`);
  printLine(
    `It has id ${apiKey.id}, the name "${apiKey.name}" and the scopes ${apiKey.scopes.join(', ')}; ${stateOf(apiKey)}.`,
  );
}

function stateOf({ revokedAt, expiresAt }: ApiKeyDto): string {
  if (revokedAt !== null) return `revoked ${showTime(revokedAt, '')}`;
  if (expiresAt === null) return 'does not expire';
  return `${expiresAt > Date.now() ? 'expires' : 'expired'} ${showTime(expiresAt, '')}`;
}
