/** Above the ground a room is entered by its module and by what that exports, and by nothing else. */
module.exports = {
  'access/scopes': 'scopes|scope-names|roles',
  'access/audit':
    'audit.module|audit.service|dto/.*|audit-records.repository|audit-record.entity|actor|change|change-log|recorded-changes|reason|reason-field',
  'access/sessions':
    'sessions.module|sessions.repository|session.entity|session-cookie|session-life|session-token|person-hash',
  'access/api-keys':
    'api-keys.module|admin-keys|api-key.guard|dto/field-rules|grace|api-keys.repository|api-key.entity|caller|caller-cache|known-secrets|authentication.service',
  'access/sign-in': 'sign-in.module',
  'access/saved-views': 'saved-views.module',
  'access/idempotency': 'idempotency.module|idempotency.service|api-idempotency-key',
  signing:
    'signing.module|sealing|secret-key|key-set-chain|key-set-inspection|nonce|key-sets.repository|key-set-proof|key-set-payload|token-signer|verdict-signer|verdict-payload|jws',
  transfer: 'transfer.module|transfer.service|transfer-target|api-transfer|columns|row-keys|dto/transfer-query.dto',
  'catalog/customers':
    'customers.module|customers.repository|customers.service|customer-changes|customer-fields|customer-words|ways-to-find-customers|to-customer-dto|api-uid|dto/.*',
  'catalog/products': 'products.module|api-pid|products.repository|product-words|used-pids',
  'catalog/plans': 'plans.module|plans.repository|plan-row|plan-users|plan.entity|plan-fields',
  'catalog/releases':
    'releases.module|releases.repository|release-bucket|release-row|release.entity|release-fields|dto/.*',
  'licensing/license-logs':
    'license-logs.module|license-logs.service|license-logs.repository|license-log-counts|license-log-search|license-log-deletion|license-log-erasure|verdict-labels|dto/.*',
  'licensing/check-addresses': 'check-addresses.module|check-addresses.repository|address-query',
  'licensing/former-keys': 'former-keys.module|former-keys.repository|former-key.entity',
  'licensing/license-keys':
    'license-keys.module|api-license-key|license-key-events|license-key-routes.module|license-key-replacement.service|admission|license-keys.repository|license-keys.service|license-key-changes|license-key-update|license-key-fields|license-key-row|license-key-insertion|end-notices|key-plans|content-changes|key-terms|license-key-search|license-key.entity|key-reference|license-key-limits|to-license-key-dto|sees-license-keys|dto/.*',
  'licensing/retention': 'retention.module|retention-clock|hourly-purge|portioned-deletion',
  'licensing/uses': 'uses.module|uses.repository|meter-counts.repository|use-deletion|use-retention.service|dto/.*',
  'licensing/meters': 'meters.module|meters.service|dto/meter-standing.dto',
  'licensing/devices':
    'devices.module|devices.repository|device-erasure|seat-counts.repository|device-row|device-hashes|device-text|device.entity',
  'licensing/seats': 'seats.module|seats.service|seat-holds|seat-plan|seat-planner|dto/device.dto',
  'licensing/bulk-changes': 'bulk-changes.module',
  'licensing/check-counts': 'check-counts.module',
  'licensing/expiry': 'expiry.module',
  'licensing/expiry-notices':
    'expiry-notices.module|expiry-notices.repository|expiry-notice.entity|expiry-progress.entity',
  'licensing/trials': 'trials.module',
  'licensing/customer-data': 'customer-data.module|customer-records|customer-tasks.repository|personal-data',
  'licensing/license-check':
    'license-check.module|check-request|check-terms|named-keys|public-check.service|verdict|dto/verdict.dto',
  'licensing/update-feeds': 'update-feeds.module',
  'licensing/logged-checks': 'logged-checks.module',
  'licensing/offline-licenses':
    'offline-licenses.module|offline-licenses.service|issued-licenses.service|license-file|dto/license.dto',
  'licensing/key-changes': 'key-changes.module',
  'licensing/usage': 'usage.module',
  links: 'links.module',
  'selling/shops': 'facts|shop|shops|asking',
  'selling/sources':
    'sources.module|sources.repository|sources.controller|source.entity|source-vault|source-proof|source-users|source-asking|source-problems|mapping.entity|mappings.repository',
  'selling/orders':
    'orders.module|orders.repository|orders.service|order.entity|order-book|fulfilment|held-sale|dto/.*',
  'selling/inbox': 'inbox.module|inbox.repository|inbox-worker|intake',
  'selling/reconciliation': 'reconciliation.module',
  'events/feed': 'feed.module|to-event-dto|dto/.*',
  'events/webhooks': 'webhooks.module|webhooks.repository|webhook-vault|deliveries/deliveries.repository',
  'mail/outbox':
    'outbox.module|mail-outbox|mail-kinds|mail-switches|mail.entity|mails.repository|to-mail-dto|dto/mail.dto',
  'mail/templates': 'templates.module|mail-writer|letter',
  'mail/sending': 'sending.module|smtp',
  'mail/contents': 'contents.module|mail-contents|mailed-keys',
  'mail/mails': 'mails.module',
  portal: 'portal.module|portal-pages.module',
  'operations/doctor': 'doctor.module',
  'operations/backups': 'backups.module|backup-file|check-contents|contents|portions|signatures|restore',
  'operations/health': 'health.module|readiness',
  'operations/home': 'home.module',
  'operations/console': 'console.module',
  'operations/metrics': 'metrics.module',
};
