import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root';
import { Service } from '../support/service';

/** A block of commands, and what the README says that they print, if it does. */
interface Example {
  readonly commands: string;
  readonly printed: string | undefined;
}

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const MAIN = join(ROOT, 'dist/cli/main.js');
/** What one can type beside a running service; how to start, test and deploy is tried elsewhere. */
const TYPED = /^(?:curl|cat|printf|npm run keylink|LICENSE_KEY_AUTH=true npm start|[A-Z]+=)/;

let folder: string;
let service: Service;
let environment: Record<string, string>;

const start = async (settings: Record<string, string> = {}) => {
  service = await Service.start({ ...environment, BOOTSTRAP_API_KEY: '', ...settings }, folder);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-readme-'));
  environment = { DATABASE_URL: `sqlite:${join(folder, 'keylink.db')}` };
  await start();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const hasShell = (() => {
  try {
    return execFileSync('bash', ['-c', 'curl --version']).length > 0;
  } catch {
    return false;
  }
})();

const describeInShell = hasShell ? describe : describe.skip;

describeInShell('the README', () => {
  it('prints in a terminal what it says, for who copies each command from top to bottom', async () => {
    const [, key] = /^(kl_\w+)$/m.exec(service.output)!;
    const examples = readExamples();
    expect(examples.length).toBeGreaterThan(12);
    for (const { commands, printed } of examples) {
      const [, setting] = /^(\w+=\w+) npm start$/m.exec(commands) ?? [];
      if (setting !== undefined) {
        await service.stop();
        await start(Object.fromEntries([setting.split('=')]));
        continue;
      }
      const [assignment, name, value] = /^([A-Z]+)=(\S+)$/m.exec(commands) ?? [];
      if (assignment) environment[name] = name === 'KEY' ? key : value;
      if (assignment?.startsWith('KEY=')) continue;
      const shown = await run(commands);
      // No answer is an error, sticks to the one before, or has the shell's prompt stick to it.
      expect(shown).toMatch(/^$|\n$/);
      expect(shown).not.toMatch(/^\{"msg"|\}\{|\]\[/m);
      if (printed !== undefined) expect([commands, steady(shown)]).toEqual([commands, steady(printed)]);
    }
    expect(readFileSync(join(folder, 'docs-page.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(readFileSync(join(folder, 'keys.csv'), 'utf8')).toContain('SHOP-0001');
  }, 180_000);
});

/** The blocks of commands from the first session on, each with the block of output that follows at once. */
function readExamples(): Example[] {
  const session = README.slice(README.indexOf('## A first session'));
  const blocks = [...session.matchAll(/^( *)```(\w*)\n([^]*?)^ *```\n/gm)].map((match) => ({
    language: match[2],
    text: match[3].replaceAll(new RegExp(`^${match[1]}`, 'gm'), ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return blocks.flatMap(({ language, text, end }, index) => {
    if (language !== 'sh' || !TYPED.test(text)) return [];
    const next = blocks[index + 1];
    const isPrinted = next?.language === '' && session.slice(end, next.start).trim() === '';
    return [{ commands: text, printed: isPrinted ? next.text : undefined }];
  });
}

/** What the commands print on standard output; npm's own lines are left out. */
function run(commands: string): Promise<string> {
  const npm = `npm() { shift 3; '${process.execPath}' '${MAIN}' "$@"; }\n`;
  const script = `set -euo pipefail\n${npm}${commands.replaceAll('localhost:3000', new URL(service.url).host)}`;
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...environment } };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${commands}\nfailed: ${stderr}${stdout}`));
      else resolve(stdout.replaceAll('\r', ''));
    });
  });
}

/** What differs each time, by its kind. */
function steady(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<key>')
    .replaceAll(/\b1[78]\d{11}\b/g, '<time>')
    .replaceAll(/kl_\w+/g, '<secret>')
    .replaceAll(/"name":"[a-z0-9]{8}"/g, '"name":"<random>"');
}
