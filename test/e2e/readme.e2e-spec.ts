import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readExamples } from '../support/examples';
import { ROOT } from '../support/root';
import { Terminal } from '../support/terminal';
import { describeIf } from '../support/skipping';

/** What isn't on every machine. */
const hasProgram = (name: string): boolean => {
  try {
    return execFileSync('bash', ['-c', `command -v ${name}`]).length > 0;
  } catch {
    return false;
  }
};

const describeInShell = describeIf(
  ['curl', 'script'].every(hasProgram),
  'curl is missing, or script, which gives commands a terminal',
);

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
});
afterEach(() => terminal.close());

/** Those whose commands need another machine, engine or program. What of them can run, runs in others' tests. */
const ELSEWHERE = new Set(['reliability', 'containers', 'kubernetes', 'scaling', 'client', 'offline']);
const GUIDES = [
  ...new Set([...read('README.md').matchAll(/\(docs\/((?:shops\/)?[a-z-]+)\.md/g)].map(([, guide]) => guide)),
].filter((guide) => !ELSEWHERE.has(guide) && readExamples(read(`docs/${guide}.md`)).length > 0);

/** Guides that use records by their ids make them, too. Those of shops have the same commands: one stands for all. */
const MAKERS = GUIDES.filter((guide) => /^\w+=\$\(/m.test(read(`docs/${guide}.md`))).filter(
  (guide, index, makers) => !guide.startsWith('shops/') || !makers[index - 1].startsWith('shops/'),
);

describeInShell('what a document prints in a terminal, when each command is copied from top to bottom:', () => {
  it('the README and then all guides in its order, in one service', async () => {
    const examples = readExamples(read('README.md'));
    expect(examples.length).toBeGreaterThan(7);
    expect(examples[0].text).toMatch(/^npm ci && npm start$/m);
    await copyAll(examples);
    terminal.leaveOutNpm();
    expect(GUIDES).toEqual(expect.arrayContaining(['licensing', 'seats', 'moving-in', 'api-keys', 'signing', 'links']));
    for (const guide of GUIDES) await copyGuide(guide);
    // The reader's own key is still worth something.
    const { KEY } = terminal.environment;
    const listing = `curl -s -o answer -w '%{http_code}' localhost:3000/api/api-keys -H "x-api-key: ${KEY}"; echo`;
    expect(await terminal.run({ language: 'sh', text: listing })).toBe('200\n');
  }, 600_000);

  it.each(MAKERS)(
    'what makes records, alone after the start: %s',
    async (guide) => {
      await startAsInReadme();
      await copyGuide(guide);
    },
    300_000,
  );
});

async function copyGuide(guide: string): Promise<void> {
  // A guide's programs run until somebody ends them; tests of their own start them.
  const commands = readExamples(read(`docs/${guide}.md`)).filter(({ language }) => language === 'sh');
  await copyAll(commands.filter(({ text }) => !/sqlite3 |copy\.db/.test(text) || hasProgram('sqlite3')));
  expectFiles[guide]?.();
}

const expectFiles: Record<string, () => void> = {
  links: () => expect(readWritten('handbook.png').subarray(1, 4).toString()).toBe('PNG'),
  'moving-in': () => {
    expect(readWritten('keys.csv').toString()).toContain('SHOP-0001');
    expect(readWritten('exported.csv')).toEqual(readWritten('keys.csv'));
  },
  backup: () => {
    expect(readWritten('keylink.backup').toString('latin1', 0, 16)).toBe('keylink backup 1');
    expect(readWritten('encrypted.backup').includes('license_keys')).toBe(false);
    expect(readWritten('moved/keylink.db').subarray(0, 13).toString()).toBe('SQLite format');
  },
  operating: () => {
    if (!hasProgram('sqlite3')) return;
    expect(readWritten('copy.db').subarray(0, 13).toString()).toBe('SQLite format');
    expect(statSync(join(terminal.folder, 'copy.db')).mode & 0o777).toBe(0o600);
  },
};

function readWritten(name: string): Buffer {
  return readFileSync(join(terminal.folder, name));
}

function read(document: string): string {
  return readFileSync(join(ROOT, document), 'utf8');
}

async function startAsInReadme(): Promise<void> {
  terminal.leaveOutNpm();
  const shown = await terminal.run({ language: 'sh', text: 'npm start\n' });
  [terminal.environment.KEY] = /^kl_\w+$/m.exec(shown)!;
}

/** Keys that the document shows stand for those that the service has made. */
async function copyAll(examples: ReturnType<typeof readExamples>): Promise<void> {
  const ownKeys = new Map<string, string>();
  for (const { language, text, printed } of examples) {
    const own = [...ownKeys].reduce((sofar, [shown, made]) => sofar.replaceAll(shown, made), text);
    const shown = await terminal.run({ language, text: own });
    // No answer is an error, sticks to the one before, or has the shell's prompt stick to it.
    expect(shown).toMatch(/^$|\n$/);
    expect(shown).not.toMatch(/^\{"msg"|\}\{|\]\[/m);
    if (printed === undefined) continue;
    expect([text, steady(shown)]).toEqual([text, steady(printed)]);
    const made = keysIn(shown);
    for (const [index, key] of keysIn(printed).entries()) ownKeys.set(key, made[index]);
  }
}

const KEYS = /[0-9a-f]{8}-[0-9a-f-]{27}|kl_\w{20,}/g;

function keysIn(text: string): string[] {
  return text.match(KEYS) ?? [];
}

/** What differs each time, by its kind; and no more than one empty line at a time. */
function steady(text: string): string {
  return (
    text
      .replaceAll(KEYS, '<key>')
      .replaceAll(/\bkl_\w+/g, '<prefix>')
      .replaceAll(/\b1[78]\d{11}\b/g, '<time>')
      // In a service that has been used there are more.
      .replaceAll(/"(id|key|targetId)":("?)\d+\2/g, '"$1":$2<id>$2')
      .replaceAll(/\bdevice \d+\b/g, 'device <id>')
      .replaceAll(/"name":"[a-z0-9]{8}"/g, '"name":"<random>"')
      .replaceAll(/\btrial-[\w-]{12}/g, 'trial-<random>')
      .replaceAll(/\n{2,}/g, '\n\n')
      .trim()
  );
}
