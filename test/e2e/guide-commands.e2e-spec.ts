import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { readOptions } from '../faults/options';
import type { Row } from '../faults/row';
import { keylink } from '../support/command-line';
import { readExamples } from '../support/examples';
import { ROOT } from '../support/root';
import { describeIf } from '../support/skipping';

/** Commands of guides that need an engine, a cluster or an hour: what a shell makes of them is held against the files that they are about. */
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Call {
  readonly program: string;
  readonly args: readonly string[];
}
interface Compose {
  readonly services: Record<string, { readonly environment?: Record<string, string> }>;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-guides-'));
  for (const program of ['docker', 'kubectl', 'helm', 'npm']) {
    const file = join(folder, program);
    writeFileSync(file, `#!/bin/bash\nprintf '%s\\0' ${program} "$@" >>"$CALLS"\nprintf '\\n' >>"$CALLS"\n`);
    chmodSync(file, 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns what a shell calls when a block is copied into it, with the settings that the block gave the call */
function callsOf(text: string): Call[] {
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  writeFileSync(join(folder, 'keylink.sql'), '');
  const env = { PATH: `${folder}:${process.env.PATH}`, CALLS: calls };
  execFileSync('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env, stdio: 'pipe' });
  return readFileSync(calls, 'utf8')
    .split('\0\n')
    .filter((call) => call !== '')
    .map((call) => call.split('\0'))
    .map(([program, ...args]) => ({ program, args }));
}

const callsIn = (guide: string) =>
  readExamples(read(`docs/${guide}.md`)).flatMap(({ text }) =>
    // What the reader puts in its place.
    callsOf(text.replaceAll('…', 'something')),
  );

/** Each `keylink` command that a guide has somebody run is one that there is. */
async function expectCommand(args: readonly string[]): Promise<void> {
  const words = args.slice(0, args.findIndex((arg) => arg.startsWith('-')) >>> 0);
  const { stdout, exitCode } = await keylink({}, ...words, '--help');
  expect([words, exitCode, stdout]).toEqual([words, 0, expect.stringContaining(`keylink ${words.join(' ')}`)]);
}

describe('containers', () => {
  const compose = parse(read('docker-compose.yml')) as Compose;
  /** Those that the guide uses, by command: with a value, and without. */
  const OPTIONS: Record<string, { readonly valued: string[]; readonly flags: string[] }> = {
    up: { valued: [], flags: ['--build', '--detach', '--wait'] },
    logs: { valued: [], flags: [] },
    exec: { valued: [], flags: ['-T'] },
    run: { valued: ['-e'], flags: ['--rm'] },
    stop: { valued: [], flags: [] },
    start: { valued: [], flags: [] },
  };

  it('has commands for services that compose knows, which run what is in their images', async () => {
    const calls = callsIn('containers');
    expect(calls.length).toBeGreaterThan(10);
    const others = calls.filter(({ args }) => args[0] !== 'compose').map(({ args }) => args.slice(0, 2).join(' '));
    expect(others).toEqual(['network inspect']);
    for (const { args } of calls.filter(({ args: [first] }) => first === 'compose')) {
      const rest = args.slice(1);
      while (rest[0] === '-f') {
        expect([rest[1], existsSync(join(ROOT, rest[1]))]).toEqual([rest[1], true]);
        rest.splice(0, 2);
      }
      const [command, ...words] = rest;
      const { valued, flags } = OPTIONS[command];
      const set: string[] = [];
      while (words[0]?.startsWith('-')) {
        expect([...valued, ...flags]).toContain(words[0]);
        if (valued.includes(words.shift()!)) set.push(words.shift()!);
      }
      const [service, program, ...inside] = words;
      if (command === 'up') continue;
      expect(Object.keys(compose.services)).toContain(service);
      for (const setting of set) expect(compose.services[service].environment).toHaveProperty(setting.split('=')[0]);
      if (program === 'keylink') await expectCommand(inside);
      else expect([undefined, 'cat', 'rm', 'sh', 'mysql']).toContain(program);
    }
  }, 60_000);

  it('names variables of the shell, settings and files that compose reads', () => {
    const text = read('docker-compose.yml');
    for (const name of ['MYSQL_PASSWORD', 'MYSQL_ROOT_PASSWORD', 'BOOTSTRAP_API_KEY', 'BIND', 'PORT'])
      expect(text).toContain(`\${${name}`);
    expect(read('docs/balancer/compose.yml')).toContain('${ADDRESS');
    const override = parse(/```yaml\n([^]*?)```/.exec(read('docs/containers.md'))![1]) as Compose;
    for (const [service, { environment }] of Object.entries(override.services)) {
      const known = compose.services[service].environment!;
      // MySQL's image reads each of its settings from a file, too.
      const plain = (name: string) => (service === 'mysql' ? name.replace(/_FILE$/, '') : name);
      expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(environment!).map(plain)));
    }
    // The network that the guide looks at is named after the folder by compose, which has no other name for it.
    expect(parse(text)).not.toHaveProperty('networks');
  });
});

const HELM = process.env.HELM ?? 'helm';
const hasHelm = (): boolean => {
  try {
    return execFileSync(HELM, ['version', '--short'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
};

describe('kubernetes', () => {
  const calls = () => callsIn('kubernetes');
  const secretOf = (all: Call[]) => all.find(({ args }) => args.includes('secret'))!.args;

  it('creates one Secret, of settings, in the namespace that all others use', () => {
    const all = calls();
    expect(all.map(({ program }) => program)).toEqual(['kubectl', 'kubectl', 'helm', 'kubectl']);
    expect(all[0].args).toEqual(['create', 'namespace', 'keylink']);
    for (const { args } of all.slice(1)) expect(args.slice(0, 2)).toEqual(['-n', 'keylink']);
    const secret = secretOf(all);
    expect(secret.slice(2, 6)).toEqual(['create', 'secret', 'generic', 'keylink']);
    const settings = secret.slice(6).map((each) => /^--from-literal=([A-Z_]+)=(.+)$/.exec(each)!.slice(1));
    expect(settings.map(([name]) => name)).toEqual(['DATABASE_URL', 'SECRET_KEY', 'BOOTSTRAP_API_KEY']);
    for (const [name] of settings) expect(read('.env.example')).toMatch(new RegExp(`^#? ?${name}=`, 'm'));
    expect(Buffer.from(settings[1][1], 'base64')).toHaveLength(32);
  });

  describeIf(hasHelm(), 'helm is missing, see test/support/helm-program')('with Helm', () => {
    it('installs what the following commands name', async () => {
      const all = calls();
      const { args } = all.find(({ program }) => program === 'helm')!;
      expect(args.slice(2, 5)).toEqual(['install', 'keylink', 'deploy/helm/keylink']);
      const rendered = execFileSync(HELM, ['-n', 'keylink', 'template', ...args.slice(3)], {
        cwd: ROOT,
        stdio: 'pipe',
      });
      const manifests = parseAllDocuments(rendered.toString()).map((document) => document.toJS() as object);
      const secretRef = { envFrom: [{ secretRef: { name: secretOf(all)[5] } }] };
      const container = { image: expect.stringMatching(/^registry\.example\.com\/keylink:/), ...secretRef };
      for (const [kind, name] of [
        ['Deployment', 'keylink'],
        ['Job', expect.stringMatching(/^keylink/)],
      ])
        expect(manifests).toContainEqual(
          expect.objectContaining({
            kind,
            metadata: expect.objectContaining({ name }),
            spec: expect.objectContaining({
              template: expect.objectContaining({
                spec: expect.objectContaining({ containers: [expect.objectContaining(container)] }),
              }),
            }),
          }),
        );
      expect(all[3].args.slice(2, 6)).toEqual(['exec', '-it', 'deploy/keylink', '--']);
      expect(all[3].args[6]).toBe('keylink');
      await expectCommand(all[3].args.slice(7));
    }, 60_000);
  });
});

describe('reliability and scaling', () => {
  const SCRIPTS = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

  const rows = readdirSync(join(ROOT, 'test/faults/rows')).map((file) => {
    const [, number] = /^ {2}number: (\d+),$/m.exec(read(`test/faults/rows/${file}`))!;
    return { number: Number(number) } as Row;
  });

  it.each(['reliability', 'scaling'])('%s: names scripts, and rows of faults that there are', (guide) => {
    const text = read(`docs/${guide}.md`);
    const inline = [...text.matchAll(/`(npm run [^`]+)`/g)].map(([, command]) => command);
    const blocks = readExamples(text).map((example) => example.text);
    const all = callsOf([...inline, ...blocks].join('\n')).filter(({ program }) => program === 'npm');
    expect(all.length).toBeGreaterThan(1);
    for (const { args } of all) {
      const [run, script, ...rest] = args;
      expect([run, SCRIPTS[script]]).toEqual(['run', expect.any(String)]);
      if (script !== 'test:faults') continue;
      // As the program itself reads them: it knows neither other rows nor other options.
      const named = rest.slice(1).filter((arg) => /^\d/.test(arg));
      expect(readOptions(rest.slice(1), rows).rows).toHaveLength(named.length > 0 ? named.length : rows.length);
    }
  });

  it('scaling: gives DATABASE_URL a value that the service understands', async () => {
    const [{ text }] = readExamples(read('docs/scaling.md'));
    const [, url] = /^DATABASE_URL=(\S+)$/m.exec(text)!;
    const { stderr } = await keylink({ DATABASE_URL: url }, 'migrate', '--plan');
    // All that is wrong with it is that nobody has these machines.
    expect(stderr).toMatch(
      /^Database: mysql:\/\/user@db1:3306,db2:3306,db3:3306\/keylink\nDATABASE_URL: the host of .* cannot be resolved/,
    );
  }, 60_000);
});
