import { Command } from 'commander';
import { addApiKeysCommands, addDemoCommand } from './commands';

const create = (expiresAt: string): string[] => [
  'api-keys',
  'create',
  '--name',
  'x',
  '--scopes',
  'check',
  '--expires-at',
  expiresAt,
];

it.each<[string, string[], RegExp]>([
  ['the year 45', create('45'), /'45' is invalid\. Use an ISO date/],
  ['a date of one country', create('1/2/2045'), /'1\/2\/2045' is invalid\. Use an ISO date/],
  ['more than there may be', ['demo', '--keys', '1e9'], /Use a whole number from 0 to/],
])('refuses %s with one sentence and exit code 1', async (_, args, message) => {
  let written = '';
  const write = (text: string): void => void (written += text);
  const program = new Command().exitOverride().configureOutput({ writeOut: write, writeErr: write });
  addApiKeysCommands(program);
  addDemoCommand(program);
  await expect(program.parseAsync(args, { from: 'user' })).rejects.toMatchObject({ exitCode: 1 });
  expect(written).toMatch(message);
  expect(written.trimEnd()).not.toContain('\n');
});
