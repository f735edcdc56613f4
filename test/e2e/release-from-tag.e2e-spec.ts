import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root';
import { describeIf } from '../support/skipping';

interface Materials {
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly scope: string;
    readonly hashes: readonly unknown[];
    readonly properties: readonly unknown[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
const TAG = `v${VERSION}`;
/** Of libsql's own; another one only builds. */
const DETECT_LIBC = 'node_modules/libsql/node_modules/detect-libc';
const NOTES = '### Added\n\n- What this version has.\n';

let folder: string;
const clone = (...path: string[]) => join(folder, 'clone', ...path);
const made = (...path: string[]) => join(folder, 'release', ...path);
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com', ...args], {
    cwd: clone(),
    stdio: 'pipe',
  });
const release = () =>
  spawnSync('npm', ['run', '--silent', 'release', '--', '--out', made(), '--tag', TAG], {
    cwd: clone(),
    encoding: 'utf8',
  });
const inPackage = (name: string, file: string) =>
  execFileSync('tar', ['-xOzf', made(name), file], { encoding: 'utf8' });

/** The project as it stands here, whether it is committed or not, as the one commit of a repository; what is installed is linked. */
function copyProject(): void {
  execFileSync('git', ['init', '--quiet', clone()]);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && !file.endsWith('node_modules') && existsSync(join(ROOT, file)));
  execFileSync('tar', ['-C', clone(), '-xf', '-'], {
    input: execFileSync('tar', ['-C', ROOT, '--null', '--files-from=-', '-cf', '-'], {
      input: files.join('\0'),
      maxBuffer: 1 << 28,
    }),
  });
  for (const installed of ['node_modules', 'console/node_modules']) {
    const [from, to] = [`${join(ROOT, installed)}/.`, clone(installed)];
    // Another file system has no links to this one.
    execFileSync('bash', ['-c', 'cp -al "$0" "$1" 2>/dev/null || cp -a "$0" "$1"', from, to]);
  }
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

describeIf(existsSync(join(ROOT, '.git')), 'this is no clone of the repository')('a release from a tag', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'keylink-tagged-'));
    copyProject();
    commit('Everything');
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is refused, with nothing made, until tag, commit, files and notes are those of the version', () => {
    const refusal = () => {
      const { status, stderr } = release();
      expect([status, existsSync(made())]).toEqual([1, false]);
      return stderr.trim();
    };
    git('branch', TAG);
    expect(refusal()).toBe(`There is no tag ${TAG}.`);
    git('branch', '--delete', TAG);

    git('tag', '--annotate', TAG, '--message', 'Too early');
    expect(refusal()).toBe(`CHANGELOG.md has nothing about ${VERSION}.`);

    const changes = readFileSync(clone('CHANGELOG.md'), 'utf8');
    const released = `## Unreleased\n\n## ${VERSION}1 - 2026-11-28\n\nA later one.\n\n## ${VERSION} - 2026-11-27\n\n${NOTES}\n## 0.0.1\n`;
    writeFileSync(clone('CHANGELOG.md'), changes.slice(0, changes.indexOf('## Unreleased')) + released);
    expect(refusal()).toBe('There are changes that are not committed.');
    commit('Release');
    expect(refusal()).toBe(`Check out ${TAG} first.`);
    git('tag', '--force', '--annotate', TAG, '--message', 'The release');

    appendFileSync(clone('README.md'), '\n');
    expect(refusal()).toBe('There are changes that are not committed.');
    git('checkout', '--quiet', 'README.md');
    writeFileSync(clone('src/forgotten.ts'), '');
    expect(refusal()).toBe('There are changes that are not committed.');
    rmSync(clone('src/forgotten.ts'));
    for (const [file, what] of [
      ['clients/typescript/package.json', /"version": ".*"/],
      ['deploy/helm/keylink/Chart.yaml', /^appVersion: .*$/m],
      ['Dockerfile', /^ARG VERSION=.*$/m],
    ] as const) {
      const text = readFileSync(clone(file), 'utf8');
      writeFileSync(
        clone(file),
        text.replace(what, (found) => found.replace(VERSION, '9.9.9')),
      );
      expect(refusal()).toContain(`says 9.9.9, and package.json ${VERSION}.`);
      writeFileSync(clone(file), text);
    }
  }, 60_000);

  it('is made by one command from a clean clone, which stays clean', () => {
    const { status, stdout, stderr } = release();
    expect([status, stderr]).toEqual([0, expect.stringContaining('Building the console')]);
    const names = [
      'SHA256SUMS',
      `keylink-${VERSION}.cdx.json`,
      `keylink-${VERSION}.tgz`,
      `keylink-chart-${VERSION}.tgz`,
      `keylink-client-${VERSION}.tgz`,
      `notes-${VERSION}.md`,
    ];
    expect(stdout.trim().split('\n')).toEqual(names);
    expect(readdirSync(made()).toSorted()).toEqual(names);
    expect(git('status', '--porcelain').toString()).toBe('');
  }, 600_000);

  it('has checksums of all its files, which sha256sum confirms, and which notice a change', () => {
    const verify = () =>
      spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: made(), encoding: 'utf8' });
    const others = readdirSync(made()).filter((name) => name !== 'SHA256SUMS');
    expect(verify()).toMatchObject({ status: 0, stdout: others.map((name) => `${name}: OK\n`).join('') });
    const notes = made(`notes-${VERSION}.md`);
    appendFileSync(notes, '\n');
    expect(verify().status).toBe(1);
    writeFileSync(notes, NOTES);
    expect(verify().status).toBe(0);
  });

  it('says of itself what the changelog says of this version, and nothing of others', () => {
    expect(readFileSync(made(`notes-${VERSION}.md`), 'utf8')).toBe(NOTES);
  });

  it.each(['keylink', 'keylink-client'])('has the package %s of this version, with what was built', (name) => {
    const file = `${name}-${VERSION}.tgz`;
    expect(JSON.parse(inPackage(file, 'package/package.json'))).toMatchObject({ name, version: VERSION });
    const files = execFileSync('tar', ['-tzf', made(file)], { encoding: 'utf8' }).split('\n');
    const built = {
      keylink: ['bundle.js', 'cli/main.js', 'console/index.html'],
      'keylink-client': ['esm/node.js', 'cjs/node.js', 'cjs/package.json'],
    };
    expect(files).toEqual(
      expect.arrayContaining(built[name as keyof typeof built].map((each) => `package/dist/${each}`)),
    );
  });

  it('has a bill of just the materials that are in the packages or come with them, on any system', () => {
    const { components, dependencies } = JSON.parse(
      readFileSync(made(`keylink-${VERSION}.cdx.json`), 'utf8'),
    ) as Materials;
    const refs = components.map((component) => component['bom-ref']);
    const service = inPackage(`keylink-${VERSION}.tgz`, 'package/dist/licenses.txt');
    const page = inPackage(`keylink-${VERSION}.tgz`, 'package/dist/console/licenses.md');
    const bundled = [
      ...service.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d\S*) \([^)]*\)$/gm),
      ...page.matchAll(/^## (\S+) - (\S+) \(/gm),
    ].map(([, name, version]) => `${name}@${version}`);
    expect(bundled.length).toBeGreaterThan(150);
    const { packages } = JSON.parse(readFileSync(clone('package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>;
    };
    const installed = Object.entries(packages)
      .map(([path, { version }]) => [path.split('node_modules/').at(-1)!, version, path])
      .filter(([name, , path]) => /^(?:@libsql\/.+|libsql|@neon-rs\/load)$/.test(name) || path === DETECT_LIBC)
      .map(([name, version]) => `${name}@${version}`);
    expect(installed).toEqual(expect.arrayContaining([expect.stringMatching(/^@libsql\/linux-arm64-gnu@/)]));
    expect(refs.toSorted()).toEqual([...new Set([...bundled, ...installed])].toSorted());
    expect(components.filter(({ hashes, properties }) => hashes.length === 0 || properties.length > 0)).toEqual([]);
    const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => ![...refs, `keylink@${VERSION}`].includes(ref))).toEqual([]);
    expect(new Set(dependencies.map(({ ref }) => ref)).size).toBe(dependencies.length);
  });
});
