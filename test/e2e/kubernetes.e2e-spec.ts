import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../support/root';
import { describeIf } from '../support/skipping';

const HELM = process.env.HELM ?? 'helm';
const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc');
const hasHelm = (): boolean => {
  try {
    return execFileSync(HELM, ['version', '--short'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown>;
}

/** A value that is set on top of the chart's own. */
type Values = Readonly<Record<string, unknown>>;

const ALWAYS = ['Deployment', 'Job', 'PodDisruptionBudget', 'Service'];
const without = (kind: string): string[] => ALWAYS.filter((each) => each !== kind);
const SECRET = { secretName: 'keylink' };

/** Ten ways to run it, and what each is made of. */
const SETS: readonly (readonly [string, Values, readonly string[]])[] = [
  ['the defaults', {}, ALWAYS],
  ['one instance that migrates itself', { replicas: 1, migration: { enabled: false } }, without('Job')],
  ['no disruption budget', { disruptionBudget: { enabled: false } }, without('PodDisruptionBudget')],
  ['another user for migrations', { migration: { secretName: 'owner' } }, ALWAYS],
  [
    'settings',
    { settings: { PUBLIC_URL: 'https://l.example.com', LICENSE_KEY_AUTH: true, LOG_HOT_SHARE: 0.5 } },
    ALWAYS,
  ],
  ['autoscaling', { autoscaling: { enabled: true, maxReplicas: 9 } }, [...ALWAYS, 'HorizontalPodAutoscaler']],
  [
    'an ingress with TLS',
    {
      ingress: {
        enabled: true,
        className: 'nginx',
        annotations: { a: 'b' },
        host: 'l.example.com',
        tlsSecretName: 'tls',
      },
    },
    [...ALWAYS, 'Ingress'],
  ],
  [
    'a network policy',
    {
      networkPolicy: {
        enabled: true,
        from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
        ports: [3306],
      },
    },
    [...ALWAYS, 'NetworkPolicy'],
  ],
  [
    'a service monitor',
    { serviceMonitor: { enabled: true, secretName: 'scrape', labels: { release: 'p' } } },
    [...ALWAYS, 'ServiceMonitor'],
  ],
  [
    'a registry, a tag and chosen nodes',
    {
      image: { repository: 'r.example.com/keylink', tag: '2026.11.25_a' },
      imagePullSecrets: [{ name: 'pull' }],
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'db', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      resources: {},
    },
    ALWAYS,
  ],
];

/** Kubernetes' own types, by API version and kind; that of a ServiceMonitor is the Prometheus Operator's. */
const moduleOf = (apiVersion: string): string =>
  `kubernetes-types/${apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '')}`;

describeIf(hasHelm(), 'helm is missing, see test/support/helm-program')('the chart', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'keylink-chart-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function render(values: Values, release = 'keylink'): Manifest[] {
    writeFileSync(join(folder, 'values.json'), JSON.stringify(values));
    const args = ['template', release, join(ROOT, 'deploy/helm/keylink'), '--values', join(folder, 'values.json')];
    const text = execFileSync(HELM, args, { stdio: 'pipe' }).toString();
    return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  }

  /** @returns what TypeScript finds wrong with manifests as values of Kubernetes' types: unknown, missing and mistyped fields */
  function mistakesIn(manifests: readonly Manifest[]): string {
    const known = manifests.filter(({ kind }) => kind !== 'ServiceMonitor');
    const lines = known.map(
      (manifest, index) =>
        `export const m${index}: import('${moduleOf(manifest.apiVersion)}').${manifest.kind} = ${JSON.stringify(manifest)};`,
    );
    const paths = { 'kubernetes-types/*': [join(ROOT, 'node_modules/kubernetes-types/*')] };
    const compilerOptions = {
      strict: true,
      noEmit: true,
      types: [],
      module: 'esnext',
      moduleResolution: 'bundler',
      paths,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
    writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
    try {
      execFileSync(process.execPath, [TSC, '-p', folder], { stdio: 'pipe' });
      return '';
    } catch (error) {
      return (error as { stdout: Buffer }).stdout.toString();
    }
  }

  it.each(SETS)('is made of what is asked for: %s', (_, values, kinds) => {
    expect(
      render({ ...SECRET, ...values })
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(kinds.toSorted());
  });

  it('is of the same version as the service', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(JSON.stringify(render(SECRET))).toContain(`"image":"keylink:${version}"`);
  });

  it('fits the types of Kubernetes in all ten ways', () => {
    expect(SETS).toHaveLength(10);
    const all = SETS.flatMap(([, values]) => render({ ...SECRET, ...values }));
    expect(mistakesIn(all)).toBe('');
    // These types do notice.
    const [first] = all;
    expect(mistakesIn([{ ...first, spec: { ...first.spec, maxUnavailible: 1 } }])).toContain('maxUnavailible');
  });

  it('migrates before a rollout, with the Secret of that user, and the service does not', () => {
    const manifests = render({ ...SECRET, migration: { secretName: 'owner' } });
    const job = JSON.stringify(manifests.find(({ kind }) => kind === 'Job'));
    expect(job).toContain('"command":["keylink","migrate"]');
    expect(job).toContain('"envFrom":[{"secretRef":{"name":"owner"}}]');
    expect(job).toContain('"helm.sh/hook":"pre-install,pre-upgrade"');
    const service = JSON.stringify(manifests.find(({ kind }) => kind === 'Deployment'));
    expect(service).toContain('{"name":"AUTO_MIGRATE","value":"false"}');
    expect(service).toContain('"envFrom":[{"secretRef":{"name":"keylink"}}]');
  });

  it('gives settings to migrations only with the secrets that they go with', () => {
    const settings = { MAIL_FROM: 'licenses@example.com' };
    const jobOf = (values: Values) => render({ ...SECRET, settings, ...values }).find(({ kind }) => kind === 'Job');
    expect(JSON.stringify(jobOf({}))).toContain('MAIL_FROM');
    expect(JSON.stringify(jobOf({ migration: { secretName: 'owner' } }))).not.toContain('MAIL_FROM');
  });

  it.each([
    [undefined, 15],
    [30_000, 43],
    ['4500', 18],
  ])('gives an instance that drains for %s ms %s seconds to end', (delay, seconds) => {
    const settings = delay === undefined ? {} : { DRAIN_DELAY_MS: delay };
    const service = render({ ...SECRET, settings }).find(({ kind }) => kind === 'Deployment');
    expect(JSON.stringify(service)).toContain(`"terminationGracePeriodSeconds":${seconds},`);
  });

  it.each([
    ['keylink', '2026.11.25_a'],
    ['licenses', `1.2.3@sha256:${'0'.repeat(64)}`],
    ['n'.repeat(53), 'V1.2.3-rc.1_b'],
  ])('has names that Kubernetes takes, of the release %s and the tag %s', (release, tag) => {
    for (const { metadata } of render({ ...SECRET, image: { tag } }, release))
      expect(metadata.name).toMatch(/^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
  });

  it.each<[string, Values, string]>([
    ['no Secret', {}, 'Set secretName'],
    ['a secret among the settings', { ...SECRET, settings: { DATABASE_URL: 'mysql://…' } }, 'DATABASE_URL'],
    [
      'the secret of a bucket',
      { ...SECRET, settings: { RELEASE_BUCKET: 'https://a:b@c.example.com/' } },
      'RELEASE_BUCKET',
    ],
    ['an unknown value', { ...SECRET, replica: 3 }, 'replica'],
    ['an ingress without a host', { ...SECRET, ingress: { enabled: true } }, 'Set ingress.host'],
    [
      'a service monitor without a Secret',
      { ...SECRET, serviceMonitor: { enabled: true } },
      'Set serviceMonitor.secretName',
    ],
  ])('refuses %s', (_, values, why) => {
    expect(() => render(values)).toThrow(why);
  });

  it('is what the plain manifests are made of', () => {
    const made = execFileSync(join(ROOT, 'deploy/kubernetes/render'), { env: { ...process.env, HELM } }).toString();
    expect(readFileSync(join(ROOT, 'deploy/kubernetes/keylink.yaml'), 'utf8')).toBe(made);
  });
});
