import { type Command, InvalidArgumentError } from 'commander';
import { ApiKeysService } from '../access/api-keys/api-keys.service';
import type { ApiKeyDto, NewApiKeyDto } from '../access/api-keys/dto/api-key.dto';
import { CreateApiKeyDto } from '../access/api-keys/dto/create-api-key.dto';
import { GRACE_MAX } from '../access/api-keys/dto/field-rules';
import { RotateApiKeyDto } from '../access/api-keys/dto/rotate-api-key.dto';
import { SCOPES } from '../access/scopes/scopes';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { validate } from '../platform/validation/validation';
import { readTime, TIME_EXAMPLES } from '../transfer/read-time';
import { commandLineActor } from './command-line-actor';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

interface Format {
  readonly json?: true;
}

const SEEN_BY_ALL = 'Instances that are running act on it within 5 seconds.';

export function addApiKeysCommands(program: Command): void {
  const apiKeys = program.command('api-keys').description('create, list, rotate and revoke API keys');
  withJson(apiKeys.command('create'))
    .description('create an API key and show its secret once')
    .requiredOption('--name <text>', 'what the key is for')
    .requiredOption('--scopes <list>', `what it may do, separated by commas: ${SCOPES.join(', ')}`, splitList)
    .option('--expires-at <time>', `when it ends by itself: ${TIME_EXAMPLES}`, parseTime)
    .action(create);
  withJson(apiKeys.command('list')).description('list all API keys, revoked ones too').action(list);
  withJson(apiKeys.command('rotate <id>'))
    .description('give an API key a new secret and show it once')
    .option('--grace <seconds>', `how long the secret before stays valid, 0 to ${GRACE_MAX}`, Number, 0)
    .action(rotate);
  withJson(apiKeys.command('revoke <id>')).description('end an API key for ever').action(revoke);
}

async function create(options: Format & { name: string; scopes: string[]; expiresAt?: number }): Promise<void> {
  const { json, ...values } = options;
  const body = await validate(CreateApiKeyDto, values);
  const apiKey = await withApiKeys((apiKeys) => apiKeys.create(body, commandLineActor()));
  show(apiKey, json, () => printSecret(apiKey));
}

async function list({ json }: Format): Promise<void> {
  const all = await readDatabase(async (providers) => {
    const apiKeys = providers.get(ApiKeysService);
    const found: ApiKeyDto[] = [];
    for (let after: number | undefined = 0; after !== undefined;) {
      const page = await apiKeys.getPage({ limit: PAGE_LIMIT, after });
      found.push(...page.items);
      after = page.next;
    }
    return found;
  });
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

async function rotate(id: string, { json, grace }: Format & { grace: number }): Promise<void> {
  const { graceSeconds = 0 } = await validate(RotateApiKeyDto, { graceSeconds: grace });
  const apiKey = await withApiKeys((apiKeys) => apiKeys.rotate(id, graceSeconds, commandLineActor()));
  show(apiKey, json, () => {
    printSecret(apiKey);
    printLine(`The secret before is valid until ${showTime(apiKey.previousValidUntil, '')}. ${SEEN_BY_ALL}`);
  });
}

async function revoke(id: string, { json }: Format): Promise<void> {
  const apiKey = await withApiKeys((apiKeys) => apiKeys.revoke(id, commandLineActor()));
  show(apiKey, json, () =>
    printLine(`API key ${apiKey.id} "${apiKey.name}" (${apiKey.prefix}…) is revoked. ${SEEN_BY_ALL}`),
  );
}

function withApiKeys<T>(work: (apiKeys: ApiKeysService) => Promise<T>): Promise<T> {
  return withDatabase((providers) => work(providers.get(ApiKeysService)));
}

function show(value: unknown, json: true | undefined, forPeople: () => void): void {
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

function withJson(command: Command): Command {
  return command.option('--json', 'print JSON');
}

function splitList(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

function parseTime(text: string): number {
  const time = readTime(text);
  if (time === undefined) throw new InvalidArgumentError(`Use ${TIME_EXAMPLES}.`);
  return time;
}
