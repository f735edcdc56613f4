import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createApiKey } from '../support/api-keys';
import { HAS_PROMETHEUS, NO_PROMETHEUS, Prometheus, testRules } from '../support/run-prometheus';
import { ROOT } from '../support/root';
import { type Scenario, startScenario } from '../support/scenario';
import { describeIf } from '../support/skipping';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const FOLDER = join(ROOT, 'deploy/monitoring');
const TESTS = ['alerts.test.yml', 'alerts.days.test.yml'];
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const GUIDE = readFileSync(join(ROOT, 'docs/monitoring.md'), 'utf8');

const rules = (parse(read('alerts.yml')) as { groups: [{ rules: Rule[] }] }).groups[0].rules;
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] };
const shown = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
const series = TESTS.flatMap((name) => [...read(name).matchAll(/series: (.*)/g)].map(([, each]) => each));

/** The metrics that PromQL names, with the labels that it asks for. */
const namedIn = (expression: string): { name: string; labels: string[] }[] =>
  [...expression.matchAll(/\b((?:keylink|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(([, name, labels = '']) => ({
    name,
    labels: [...labels.matchAll(/(\w+)[=!]/g)].map(([, label]) => label),
  }));
const named = [...rules, ...shown].map(({ expr }) => expr).flatMap(namedIn);
/** As a histogram is called. */
const familyOf = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');
/** A test's own, or what Prometheus and histograms add. */
const ADDED = ['job', 'instance', 'le'];
/** The embedded database has no pools, so exports none. */
const ON_SERVERS_ONLY = ['keylink_database_connections'];

describe('the alert rules', () => {
  it('are twelve, and each says in one sentence what it means, with the section of the guide', () => {
    expect(rules).toHaveLength(12);
    for (const { alert, labels, annotations } of rules) {
      expect(labels.severity).toMatch(/^(?:critical|warning)$/);
      expect(annotations.summary.replaceAll(/\{\{.*?\}\}/g, 'x')).toMatch(/^[^.!?]+\.$/);
      expect(annotations.runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`);
      expect(GUIDE).toContain(`\n### ${alert}\n`);
    }
  });
});

describe('the tests of the rules', () => {
  const names = TESTS.flatMap((name) => [...read(name).matchAll(/^ {2}- name: (.*)$/gm)].map(([, each]) => each));

  it.each(rules.map(({ alert }) => alert))('let %s fire, and keep it silent', (alert) => {
    expect(names.filter((name) => name.startsWith(`${alert} fires `))).not.toEqual([]);
    expect(names.filter((name) => name.startsWith(`${alert} is silent `))).not.toEqual([]);
  });
});

describe('the dashboard', () => {
  it('has panels that neither overlap nor share an id', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  it('shows every metric of the service, but when jobs last succeeded', () => {
    const documented = [...GUIDE.matchAll(/`(keylink_\w+)(?:\{[\w,]*\})?`/g)].map(([, name]) => name);
    const names = shown.flatMap(({ expr }) => namedIn(expr)).map(({ name }) => familyOf(name));
    const missing = new Set(documented.filter((name) => !names.includes(name)));
    expect([...missing]).toEqual(['keylink_job_last_success_timestamp_seconds']);
  });
});

describeIf(HAS_PROMETHEUS, NO_PROMETHEUS)('promtool', () => {
  it.each(TESTS)('finds that alerts fire when they must, and not otherwise: %s', (name) => {
    expect(testRules(FOLDER, name)).toBeUndefined();
  });
});

describe('the metrics of a running service', () => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await startScenario({ LOG_HOT_SHARE: '0' });
    const { admin } = scenario;
    const { body: key } = await admin.post('/api/keys', { uid: 'u', pid: 1 });
    await admin.post(`/api/check/${key.id}`);
  });
  afterAll(() => scenario.close());

  it('are what rules, their tests and the dashboard name, with these labels', async () => {
    const { text } = await scenario.admin.get('/metrics');
    const exported = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    for (const name of ON_SERVERS_ONLY) exported.add(name);
    const all = [...named, ...series.flatMap(namedIn)];
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ name }) => !exported.has(name) && !exported.has(familyOf(name)))).toEqual([]);
    // The guide lists the labels of each metric, which another test compares with the source.
    const labels = new Map(
      [...GUIDE.matchAll(/`(keylink_\w+)\{([\w,]+)\}`/g)].map(([, name, list]) => [name, list.split(',')]),
    );
    const unknown = all.filter(({ name, labels: asked }) =>
      asked.some((label) => !ADDED.includes(label) && !labels.get(familyOf(name))?.includes(label)),
    );
    expect(unknown).toEqual([]);
  });

  describeIf(HAS_PROMETHEUS, NO_PROMETHEUS)('in Prometheus', () => {
    let prometheus: Prometheus;
    beforeAll(async () => {
      const { secret } = await createApiKey(scenario.admin, ['metrics']);
      const [, config] = /```yaml\n(scrape_configs:[^]*?)```/.exec(GUIDE)!;
      prometheus = await Prometheus.start({
        'prometheus.yml': `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: [alerts.yml]\n${config
          .replace('/etc/prometheus/keylink-api-key', 'api-key')
          .replace('keylink.example.com:3000', scenario.service.url.replace('http://', ''))}`,
        'api-key': secret,
        'alerts.yml': read('alerts.yml'),
      });
      await prometheus.until(
        'query?query=up{job="keylink"}==1',
        (data) => (data as { result: unknown[] }).result.length,
      );
    });
    afterAll(() => prometheus.stop());

    it('are scraped as the guide configures it, and answer what the dashboard asks', async () => {
      const [{ value }] = await prometheus.query('keylink_checks_total{job="keylink",verdict="AUTHORISED"}');
      expect(value[1]).toBe('1');
      const perName = await prometheus.query('keylink_job_runs_total{name="check-roll-up",outcome="done"}');
      expect(perName).toHaveLength(1);
      for (const { title, expr } of shown) {
        const asked = expr
          .replaceAll('$__rate_interval', '5m')
          .replaceAll('$job', 'keylink')
          .replaceAll('$instance', '.*');
        const results = await prometheus.query(asked).catch((error: unknown) => `${title}: ${String(error)}`);
        expect(results).toEqual(expect.any(Array));
      }
    });

    it('give an alert a moment after the service has gone', async () => {
      interface Group {
        rules: { name: string; health: string; state: string; lastError?: string }[];
      }
      const states = (data: unknown) => (data as { groups: Group[] }).groups[0].rules;
      await prometheus.until('rules', (data) =>
        states(data).every(({ health, state }) => health === 'ok' && state === 'inactive'),
      );
      await scenario.service.stop();
      const pending = await prometheus.until('rules', (data) => {
        const found = states(data).filter(({ state }) => state !== 'inactive');
        return found.length > 0 && found;
      });
      expect(pending.map(({ name }) => name)).toEqual(['KeylinkDown']);
    });
  });
});
