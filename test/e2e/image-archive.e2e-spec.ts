import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/root';

const VERSION = '1.2.3';
const REVISION = 'a'.repeat(40);
const SPDX = 'https://spdx.dev/Document';
const LABELS = { 'org.opencontainers.image.version': VERSION, 'org.opencontainers.image.revision': REVISION };
const PACKAGES = { packages: [{ name: 'libc6' }] };
const ARGS = { 'build-arg:VERSION': VERSION, 'build-arg:REVISION': REVISION };
const BUILDKIT = 'https://mobyproject.org/buildkit@v1#metadata';
/** As buildx 0.29 says it, and as it does when it is asked for SLSA 1. */
const SLSA_0_2 = {
  predicateType: 'https://slsa.dev/provenance/v0.2',
  predicate: { invocation: { parameters: { args: ARGS } }, metadata: { [BUILDKIT]: { vcs: { revision: REVISION } } } },
};
const SLSA_1 = {
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: { externalParameters: { request: { args: ARGS } } },
    runDetails: { metadata: { buildkit_metadata: { vcs: { revision: REVISION } } } },
  },
};
const OTHER_COMMIT = {
  ...SLSA_0_2,
  predicate: { ...SLSA_0_2.predicate, metadata: { [BUILDKIT]: { vcs: { revision: 'b'.repeat(40) } } } },
};

interface Image {
  readonly architecture: string;
  readonly labels?: object;
  readonly provenance?: object;
  readonly materials?: object;
  /** Of which image the statements are; by default of this one. */
  readonly subject?: readonly object[];
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-archive-'));
  mkdirSync(join(folder, 'blobs/sha256'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function keep(content: object): { digest: string } {
  const text = JSON.stringify(content);
  const hash = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(folder, 'blobs/sha256', hash), text);
  return { digest: `sha256:${hash}` };
}

/** An image and what is said of it, as BuildKit's exporter lays them out. */
function keepImage({ architecture, labels = LABELS, provenance = SLSA_0_2, materials = PACKAGES, subject }: Image) {
  const config = keep({ architecture, config: { Labels: labels } });
  const image = { ...keep({ config, layers: [] }), platform: { os: 'linux', architecture } };
  const own = subject ?? [{ name: 'keylink', digest: { sha256: image.digest.replace('sha256:', '') } }];
  const layers = [{ predicateType: SPDX, predicate: materials }, provenance].map((statement) =>
    keep({ ...statement, subject: own }),
  );
  const annotations = {
    'vnd.docker.reference.type': 'attestation-manifest',
    'vnd.docker.reference.digest': image.digest,
  };
  return [image, { ...keep({ layers }), annotations, platform: { os: 'unknown', architecture: 'unknown' } }];
}

function mistakesIn(...images: Image[]): string[] {
  const index = keep({ manifests: images.flatMap(keepImage) });
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ manifests: [index] }));
  const file = join(folder, 'image.tar');
  execFileSync('tar', ['-cf', file, '-C', folder, 'index.json', 'blobs']);
  const program = `import { mistakesIn } from ${JSON.stringify(join(ROOT, 'scripts/image-archive.mjs'))};
    console.log(JSON.stringify(mistakesIn(process.argv[1], { version: '${VERSION}', revision: '${REVISION}' })));`;
  const shown = execFileSync(process.execPath, ['--input-type=module', '-e', program, file], { encoding: 'utf8' });
  return JSON.parse(shown) as string[];
}

const AMD64: Image = { architecture: 'amd64' };

it.each([SLSA_0_2, SLSA_1])('finds nothing wrong with an image that has all for both processors: %#', (provenance) => {
  expect(mistakesIn({ ...AMD64, provenance }, { architecture: 'arm64', provenance })).toEqual([]);
});

it.each<[string, Image[], string]>([
  ['is for one processor alone', [], 'There is no image for linux/arm64.'],
  ['is of another version', [{ architecture: 'arm64', labels: {} }], 'no labels of 1.2.3 and its commit.'],
  ['was built of another commit', [{ architecture: 'arm64', provenance: OTHER_COMMIT }], 'no provenance of its own.'],
  ['has an empty bill', [{ architecture: 'arm64', materials: { packages: [] } }], 'no bill of materials of its own.'],
])('tells an image that %s', (_, others, mistake) => {
  expect(mistakesIn(AMD64, ...others)).toEqual([expect.stringContaining(mistake)]);
});

it('tells statements about no image, as those of one without a name are', () => {
  expect(mistakesIn(AMD64, { architecture: 'arm64', subject: [] })).toEqual([
    'The image for linux/arm64 has no provenance of its own.',
    'The image for linux/arm64 has no bill of materials of its own.',
  ]);
});
