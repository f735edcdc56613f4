/**
 * Which room of `src` may know which: what is not allowed here is refused (`npm run lint`). Arrows go down only, and there are
 * no circles. The files at the top, and the command line, know everything.
 */
const GROUND = {
  addresses: [],
  errors: [],
  concurrency: ['errors'],
  settings: ['addresses'],
  logging: ['settings'],
  database: ['concurrency', 'settings'],
  http: ['addresses', 'concurrency', 'errors', 'settings'],
  openapi: ['errors', 'http', 'settings', 'validation'],
  validation: ['addresses', 'errors', 'http'],
  calendar: [],
  fields: ['addresses', 'calendar', 'database', 'validation'],
  'time-ranges': ['errors', 'validation'],
  limits: ['addresses', 'errors', 'http', 'settings'],
  'long-reads': ['concurrency', 'errors'],
  outgoing: ['addresses', 'settings'],
  'qr-codes': ['errors', 'validation'],
  'growing-tables': [],
  metrics: ['database', 'http'],
  jobs: ['concurrency', 'database', 'metrics'],
  events: ['concurrency', 'database', 'errors', 'jobs'],
  preconditions: ['errors', 'openapi'],
  'search-index': ['addresses', 'concurrency', 'database', 'jobs', 'validation'],
};

/** Above the ground a room is entered by its module and by what that exports, and by nothing else. */
const ENTRIES = {
  'access/scopes': 'scopes|scope-names|roles',
  'access/audit':
    'audit.module|audit.service|dto/.*|audit-records.repository|audit-record.entity|actor|change|change-log|reason|reason-field',
  'access/sessions':
    'sessions.module|sessions.repository|session.entity|session-cookie|session-life|session-token|person-hash',
  'access/api-keys':
    'api-keys.module|admin-keys|api-key.guard|dto/field-rules|grace|api-keys.repository|api-key.entity|caller|caller-cache|known-secrets|authentication.service',
  'access/sign-in': 'sign-in.module',
  'access/saved-views': 'saved-views.module',
  'access/idempotency': 'idempotency.module|idempotency.service|api-idempotency-key',
  signing:
    'signing.module|sealing|secret-key|key-set-chain|key-set-inspection|nonce|token-signer|verdict-signer|verdict-payload|jws',
  transfer: 'transfer.module|transfer.service|transfer-target|api-transfer|columns|row-keys|dto/transfer-query.dto',
  'catalog/customers':
    'customers.module|customers.repository|customers.service|customer-changes|customer-fields|customer-words|ways-to-find-customers|to-customer-dto|api-uid|dto/.*',
  'catalog/products': 'products.module|api-pid|products.repository|product-words|used-pids',
  'catalog/plans': 'plans.module|plans.repository|plan-row|plan-users|plan.entity|plan-fields',
  'licensing/license-logs':
    'license-logs.module|license-logs.service|license-logs.repository|license-log-search|license-log-deletion|license-log-erasure|verdict-labels|dto/.*',
  'licensing/check-addresses': 'check-addresses.module|check-addresses.repository|address-query',
  'licensing/former-keys': 'former-keys.module|former-keys.repository|former-key.entity',
  'licensing/license-keys':
    'license-keys.module|api-license-key|license-key-events|license-key-routes.module|license-keys.repository|license-keys.service|license-key-changes|license-key-update|license-key-fields|license-key-row|license-key-insertion|key-plans|key-terms|license-key-search|license-key.entity|key-reference|license-key-limits|to-license-key-dto|sees-license-keys|dto/.*',
  'licensing/retention': 'retention.module|retention-clock|hourly-purge',
  'licensing/devices':
    'devices.module|devices.repository|device-erasure|seat-counts.repository|device-row|device-hashes|device-text|device.entity',
  'licensing/seats': 'seats.module|seats.service|seat-holds|seat-plan|seat-planner|dto/device.dto',
  'licensing/bulk-changes': 'bulk-changes.module',
  'licensing/check-counts': 'check-counts.module',
  'licensing/expiry': 'expiry.module',
  'licensing/trials': 'trials.module',
  'licensing/customer-data': 'customer-data.module',
  'licensing/license-check': 'license-check.module',
  'licensing/logged-checks': 'logged-checks.module',
  'licensing/offline-licenses': 'offline-licenses.module',
  'licensing/key-changes': 'key-changes.module',
  'licensing/usage': 'usage.module',
  links: 'links.module',
  'events/feed': 'feed.module|to-event-dto|dto/.*',
  'events/webhooks': 'webhooks.module|webhooks.repository|webhook-vault|deliveries/deliveries.repository',
  'operations/doctor': 'doctor.module',
  'operations/health': 'health.module|readiness',
  'operations/home': 'home.module',
  'operations/console': 'console.module',
  'operations/metrics': 'metrics.module',
};

/** Which of these a room above the ground may use. */
const ABOVE = {
  'access/scopes': [],
  'access/audit': ['access/scopes'],
  'access/sessions': [],
  'access/api-keys': ['access/scopes', 'access/audit', 'access/sessions'],
  'access/sign-in': ['access/scopes', 'access/audit', 'access/sessions', 'access/api-keys'],
  'access/saved-views': ['access/scopes', 'access/api-keys'],
  'access/idempotency': [],
  signing: ['access/scopes', 'access/audit', 'access/api-keys'],
  'events/feed': ['access/scopes', 'access/audit', 'access/api-keys'],
  transfer: ['access/audit'],
  'catalog/customers': ['access/scopes', 'access/audit', 'access/api-keys'],
  'catalog/products': ['access/scopes', 'access/audit', 'access/api-keys'],
  'catalog/plans': ['access/scopes', 'access/audit', 'access/api-keys', 'catalog/products'],
  'licensing/retention': ['access/audit', 'events/webhooks'],
  'licensing/devices': [],
  'licensing/former-keys': [],
  'licensing/license-logs': ['licensing/retention'],
  'licensing/check-addresses': ['licensing/retention', 'licensing/license-logs'],
  'licensing/license-keys': [
    'access/scopes',
    'access/audit',
    'access/api-keys',
    'access/idempotency',
    'transfer',
    'catalog/customers',
    'catalog/products',
    'catalog/plans',
    'licensing/devices',
    'licensing/former-keys',
    'licensing/license-logs',
    'licensing/check-addresses',
  ],
  'licensing/bulk-changes': [
    'access/scopes',
    'access/audit',
    'access/api-keys',
    'access/idempotency',
    'licensing/retention',
    'licensing/license-keys',
  ],
  'licensing/seats': [
    'access/scopes',
    'access/audit',
    'access/api-keys',
    'licensing/retention',
    'licensing/devices',
    'licensing/license-keys',
  ],
  'licensing/customer-data': [
    'access/scopes',
    'access/audit',
    'access/api-keys',
    'catalog/customers',
    'licensing/devices',
    'licensing/license-logs',
    'licensing/check-addresses',
    'licensing/license-keys',
    'licensing/seats',
  ],
  'licensing/expiry': ['licensing/license-keys'],
  'licensing/trials': ['access/scopes', 'access/audit', 'catalog/plans', 'licensing/devices', 'licensing/license-keys'],
  'licensing/check-counts': ['access/scopes', 'licensing/license-keys', 'licensing/license-logs'],
  'licensing/license-check': [
    'access/scopes',
    'access/audit',
    'access/api-keys',
    'catalog/plans',
    'licensing/devices',
    'licensing/former-keys',
    'licensing/seats',
    'licensing/license-keys',
    'licensing/license-logs',
    'signing',
  ],
  'licensing/logged-checks': ['access/scopes', 'access/api-keys', 'licensing/license-keys', 'licensing/license-logs'],
  'licensing/offline-licenses': [
    'access/scopes',
    'access/audit',
    'access/api-keys',
    'signing',
    'licensing/devices',
    'licensing/seats',
    'licensing/license-keys',
  ],
  'licensing/key-changes': ['access/scopes', 'access/audit', 'licensing/license-keys'],
  'licensing/usage': ['access/scopes', 'licensing/license-keys', 'licensing/license-logs', 'licensing/seats'],
  links: ['access/scopes', 'access/audit', 'access/api-keys', 'access/idempotency', 'transfer'],
  'events/webhooks': ['access/scopes', 'access/audit', 'access/api-keys', 'events/feed', 'signing'],
  'operations/doctor': ['access/scopes', 'access/api-keys', 'signing', 'events/webhooks'],
  'operations/health': ['access/scopes'],
  'operations/home': ['access/scopes'],
  'operations/console': ['access/scopes'],
  'operations/metrics': ['access/scopes'],
};

const inside = (room) => `^src/${room}/`;
const entry = (room) => `^src/${room}/(?:${ENTRIES[room]})\\.ts$`;
const packages = '^(?!src/)';

module.exports = {
  forbidden: [{ name: 'no-circles', severity: 'error', from: {}, to: { circular: true } }],
  allowed: [
    ...Object.entries(GROUND).map(([room, others]) => ({
      from: { path: inside(`platform/${room}`) },
      to: { path: [packages, ...[room, ...others].map((each) => inside(`platform/${each}`))] },
    })),
    ...Object.entries(ABOVE).map(([room, others]) => ({
      from: { path: inside(room) },
      to: { path: [packages, inside('platform'), inside(room), ...others.map(entry)] },
    })),
    // Migrations are what they were: they use nothing that may change.
    { from: { path: inside('migrations') }, to: { path: [packages, inside('migrations')] } },
    { from: { path: '^src/(?:cli/|[^/]+$)' }, to: {} },
  ],
  allowedSeverity: 'error',
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default', 'types'] },
  },
};
