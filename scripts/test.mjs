// What `npm test` runs: a build where one is needed, then Jest with the same arguments, without the files of test/support/long-files.js. Most of those run with
// `--gate` (`npm run test:gate`), and all with `--all` and where files are named, as in `npm test -- links`. `npm test -- --changed` runs only what reaches the changes that are not committed
// or, when all are, those of the branch: the unit tests that import a changed file, the changed end-to-end tests, and the end-to-end tests of the changed folders of src.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, setPriority } from 'node:os';

/** End-to-end tests that show soon whether a folder still works. The built service is tested, so no import tells which these are. */
const TESTS_OF = {
  'console/': ['console'],
  'deploy/': ['kubernetes'],
  'deploy/monitoring/': ['monitoring'],
  'src/access/': ['support-scope', 'sessions', 'audit', 'idempotency'],
  'src/access/api-keys/': ['api-keys', 'sessions'],
  'src/access/scopes/': ['scopes', 'support-scope'],
  'src/access/sign-in/': ['sessions', 'open-id'],
  'src/catalog/': ['products', 'plans', 'plan-search', 'plan-transfer', 'releases', 'customers'],
  'src/cli/': ['command-line', 'keys-commands'],
  'src/events/feed/': ['event-access', 'event-history'],
  'src/portal/': ['portal', 'portal-metrics', 'portal-attacks'],
  'src/mail/': ['mail-templates', 'mail-monitoring'],
  'src/events/webhooks/': ['webhooks', 'webhook-answers', 'event-history'],
  'src/licensing/': ['license-check', 'license-keys'],
  'src/licensing/bulk-changes/': ['bulk-changes', 'bulk-change-refusals'],
  'src/licensing/check-counts/': ['stats', 'shares'],
  'src/licensing/customer-data/': ['customers', 'customer-erasure', 'customer-export'],
  'src/licensing/devices/': ['devices', 'license-key-devices'],
  'src/licensing/key-changes/': ['key-changes'],
  'src/licensing/license-check/': ['license-check', 'test-keys', 'check-bodies', 'explain-check'],
  'src/licensing/license-keys/': ['license-keys', 'license-key-list', 'license-key-search', 'key-transfer'],
  'src/licensing/license-logs/': ['license-logs', 'logged-checks'],
  'src/licensing/logged-checks/': ['logged-checks'],
  'src/licensing/meters/': ['uses', 'use-withdrawal'],
  'src/licensing/offline-licenses/': ['offline-licenses', 'issued-licenses'],
  'src/licensing/retention/': ['log-retention'],
  'src/licensing/seats/': ['seats', 'license-key-seats'],
  'src/licensing/update-feeds/': ['update-coverage'],
  'src/licensing/uses/': ['uses'],
  'src/links/domains/': ['domains', 'domain-links'],
  'src/links/cards/': ['link-cards'],
  'src/links/passwords/': ['link-password-page'],
  'src/links/': ['links', 'link-list', 'link-update', 'short-links', 'visit-order'],
  'src/migrations/': ['schema', 'older-schemas'],
  'src/operations/backups/': ['backups'],
  'src/operations/': ['health-probe', 'metrics', 'doctor'],
  'src/platform/': ['license-check', 'links'],
  'src/platform/database/': ['schema', 'insert-numbered', 'license-check', 'license-keys'],
  'src/platform/http/': ['check-bodies', 'routes', 'pages'],
  'src/platform/limits/': ['limits'],
  'src/platform/openapi/': ['openapi'],
  'src/platform/telemetry/': ['telemetry'],
  'src/platform/outgoing/': ['webhook-security', 'webhooks'],
  'src/platform/search-index/': ['license-key-search', 'customer-search'],
  'src/selling/': ['sales', 'sales-inbox', 'sales-sources'],
  'src/signing/': ['signing', 'signed-checks'],
  'src/transfer/': ['key-transfer', 'link-transfer', 'transfer-requests'],
};
const END_TO_END = /^test\/e2e\/([a-z-]+)\.e2e-spec\.ts$/;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** @returns the files that differ from the last commit; where none do, those that differ from where the branch left main */
function changedFiles() {
  const uncommitted = [
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  if (uncommitted.length > 0) return uncommitted;
  const [base] = git('merge-base', 'HEAD', git('branch', '--list', 'main').length > 0 ? 'main' : 'origin/main');
  return git('diff', '--name-only', '--diff-filter=d', base);
}

/** The tests of the innermost folder that has any. */
function testsOf(file) {
  const folders = Object.keys(TESTS_OF).filter((folder) => file.startsWith(folder));
  const innermost = folders.reduce((longest, folder) => (folder.length > longest.length ? folder : longest), '');
  return TESTS_OF[innermost] ?? [];
}

/** @param niceness what it leaves to others, as for `setPriority` */
async function runJest(args, { env = process.env, niceness = 0 } = {}) {
  const jest = ['node_modules/jest/bin/jest.js', ...args];
  const child = spawn(process.execPath, jest, { stdio: 'inherit', env });
  if (niceness > 0) setPriority(child.pid, niceness);
  // A build that fails beside it ends this process.
  const end = () => child.kill();
  process.once('exit', end);
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  return code ?? 1;
}

const isTest = (file) => /\.spec\.tsx?$/.test(file);

async function runChanged(args) {
  const files = changedFiles();
  const code = files.filter((file) => /^(?:src|clients|console)\/.*\.tsx?$/.test(file));
  const named = files.flatMap((file) => END_TO_END.exec(file)?.[1] ?? []);
  const endToEnd = [...new Set([...named, ...files.filter((file) => !isTest(file)).flatMap(testsOf)])];
  console.error(`${files.length} files changed. End-to-end tests: ${endToEnd.join(', ') || 'none'}.`);
  const unitProjects = ['--selectProjects', 'unit', 'client', 'console', '--passWithNoTests'];
  const [unit] = await Promise.all([
    code.length > 0 ? runJest([...unitProjects, ...args, '--findRelatedTests', ...code], { niceness: 10 }) : 0,
    // They read src; the others wait for the build.
    endToEnd.length > 0 && import('./build-if-needed.mjs'),
  ]);
  if (endToEnd.length === 0) return unit;
  const pattern = `test/e2e/(?:${endToEnd.join('|')})\\.e2e-spec`;
  // Of few files each worker would start a service cold.
  const few = ['--selectProjects', 'embedded', `--maxWorkers=${availableParallelism()}`, '--testPathPatterns', pattern];
  return Math.max(unit, await runJest([...few, ...args]));
}

const args = process.argv.slice(2);
if (args.includes('--changed')) {
  process.exitCode = await runChanged(args.filter((arg) => arg !== '--changed'));
} else {
  await import('./build-if-needed.mjs');
  const namesFiles = !(args[0] ?? '-').startsWith('-');
  const extent = args.includes('--all') || namesFiles ? 'all' : args.includes('--gate') ? 'gate' : 'short';
  process.exitCode = await runJest(
    args.filter((arg) => arg !== '--all' && arg !== '--gate'),
    { env: { ...process.env, TEST_EXTENT: extent } },
  );
}
