// Makes what a release consists of, publishing nothing: `npm run release -- --out <folder> [--tag v1.2.3] [--image]`. Packages of the service and of the client, the
// chart, what is in the bundles as a bill of materials, the notes, and checksums of all; with --image also the image for amd64 and arm64, by Docker's buildx, with its
// provenance and bill of materials. With --tag, versions and the commit must be those of the tag.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { mistakesIn } from './image-archive.mjs';

const { values } = parseArgs({
  options: { out: { type: 'string' }, tag: { type: 'string' }, image: { type: 'boolean', default: false } },
});
if (values.out === undefined) fail('Say where to: npm run release -- --out <folder>');
const OUT = resolve(values.out);
const CHART = 'deploy/helm/keylink';
const { version } = readJson('package.json');

function fail(why) {
  console.error(why);
  process.exit(1);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const run = (program, ...args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 }).trim();

/** One version everywhere, and with --tag that of a commit without changes. */
function checkVersions() {
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'));
  const found = {
    'clients/typescript/package.json': readJson('clients/typescript/package.json').version,
    [`${CHART}/Chart.yaml, version`]: chart.version,
    [`${CHART}/Chart.yaml, appVersion`]: chart.appVersion,
    Dockerfile: /^ARG VERSION=(.*)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1],
  };
  for (const [where, other] of Object.entries(found)) {
    if (other !== version) fail(`${where} says ${other}, and package.json ${version}.`);
  }
  if (values.tag === undefined) return;
  if (values.tag !== `v${version}`) fail(`The tag is ${values.tag}, and package.json says ${version}.`);
  const tagged = run('git', 'for-each-ref', '--format=%(*objectname)%(objectname)', `refs/tags/${values.tag}`);
  if (tagged === '') fail(`There is no tag ${values.tag}.`);
  // An annotated tag is an object of its own; what it stands for comes first.
  if (!tagged.startsWith(run('git', 'rev-parse', 'HEAD'))) fail(`Check out ${values.tag} first.`);
  if (run('git', 'status', '--porcelain') !== '') fail('There are changes that are not committed.');
}

function packChart() {
  const file = join(OUT, `keylink-chart-${version}.tgz`);
  // As `helm package` does, which not every machine has; equal files give equal archives.
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  run('tar', ...same, '-czf', file, '-C', 'deploy/helm', 'keylink');
}

/** Of all that is installed, what the bundles hold, and what the package depends on, on any system: the others only build and test. */
function writeMaterials() {
  const bundled = new Set(
    [
      ...readFileSync('dist/licenses.txt', 'utf8').matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d\S*) \([^)]*\)$/gm),
      ...readFileSync('dist/console/licenses.md', 'utf8').matchAll(/^## (\S+) - (\S+) \(/gm),
    ].map(([, name, of]) => `${name}@${of}`),
  );
  // By the lock file: only the libraries of this system are installed.
  const needed = readMaterials('--package-lock-only', '--omit=dev', '--workspaces=false');
  const materials = readMaterials();
  const isNeeded = new Set(needed.components.map((component) => component['bom-ref']));
  const isBundled = (ref) => bundled.has(ref) && !isNeeded.has(ref);
  // npm calls them development's, as they are bundled and nobody installs them.
  const ofBundles = materials.components
    .filter((component) => isBundled(component['bom-ref']))
    .map((component) => ({ ...component, scope: 'required', properties: [] }));
  materials.components = [...ofBundles, ...needed.components];
  const refs = new Set([...materials.components.map((component) => component['bom-ref']), `keylink@${version}`]);
  materials.dependencies = [...materials.dependencies.filter(({ ref }) => !isNeeded.has(ref)), ...needed.dependencies]
    .filter(({ ref }, index, all) => refs.has(ref) && all.findIndex((other) => other.ref === ref) === index)
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  materials.metadata.component.name = 'keylink';
  writeFileSync(join(OUT, `keylink-${version}.cdx.json`), `${JSON.stringify(materials, null, 2)}\n`);
}

function readMaterials(...options) {
  return JSON.parse(run('npm', 'sbom', '--sbom-format=cyclonedx', ...options));
}

/** The version's part of the changelog; without a tag, while there is none, what it will have. */
function readNotes() {
  const [, ...parts] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const named = (name) => parts.find((text) => /^\[?([^\]\s]+)/.exec(text)?.[1] === name);
  const part = named(version) ?? (values.tag === undefined ? named('Unreleased') : undefined);
  if (part === undefined) fail(`CHANGELOG.md has nothing about ${version}.`);
  return `${part.slice(part.indexOf('\n')).trim()}\n`;
}

function buildImage() {
  const file = join(OUT, `keylink-image-${version}.tar`);
  const revision = run('git', 'rev-parse', 'HEAD');
  const options = ['--platform=linux/amd64,linux/arm64', '--provenance=mode=max', '--sbom=true'];
  // Without a name, provenance and bill of materials would name no image that they are about.
  const names = [`--tag=keylink:${version}`, `--build-arg=VERSION=${version}`, `--build-arg=REVISION=${revision}`];
  run('docker', 'buildx', 'build', ...options, ...names, `--output=type=oci,dest=${file}`, '.');
  const mistakes = mistakesIn(file, { version, revision });
  if (mistakes.length > 0) fail(mistakes.join('\n'));
}

function writeChecksums() {
  const lines = readdirSync(OUT)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(OUT, name)))
          .digest('hex')}  ${name}\n`,
    );
  writeFileSync(join(OUT, 'SHA256SUMS'), lines.join(''));
}

checkVersions();
const notes = readNotes();
if (existsSync(OUT) && readdirSync(OUT).length > 0) fail(`${OUT} isn't empty.`);
mkdirSync(OUT, { recursive: true });
await import('./build-if-needed.mjs');
run('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', OUT);
run('npm', 'pack', '--silent', '--workspace', 'clients/typescript', '--pack-destination', OUT);
packChart();
writeMaterials();
writeFileSync(join(OUT, `notes-${version}.md`), notes);
if (values.image) buildImage();
writeChecksums();
for (const name of readdirSync(OUT).toSorted()) console.log(name);
