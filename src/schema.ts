import type { DataSourceOptions } from 'typeorm';
import { ApiKey } from './access/api-keys/api-key.entity';
import { FormerSecret } from './access/api-keys/former-secret.entity';
import { AuditRecord } from './access/audit/audit-record.entity';
import { Session } from './access/sessions/session.entity';
import { SignIn } from './access/sign-in/open-id/sign-in.entity';
import { IdempotencyKey } from './access/idempotency/idempotency-key.entity';
import { Customer } from './catalog/customers/customer.entity';
import { SavedView } from './access/saved-views/saved-view.entity';
import { Plan } from './catalog/plans/plan.entity';
import { Product } from './catalog/products/product.entity';
import { Release } from './catalog/releases/release.entity';
import { CheckAddressProgress } from './licensing/check-addresses/check-address-progress.entity';
import { CheckAddress } from './licensing/check-addresses/check-address.entity';
import { CheckCountProgress } from './licensing/check-counts/check-count-progress.entity';
import { CheckCount } from './licensing/check-counts/check-count.entity';
import { CustomerTask } from './licensing/customer-data/customer-task.entity';
import { DeviceSecret } from './licensing/devices/device-secret.entity';
import { Device } from './licensing/devices/device.entity';
import { SeatCount } from './licensing/devices/seat-count.entity';
import { BulkChangePortion } from './licensing/bulk-changes/bulk-change-portion.entity';
import { BulkChange } from './licensing/bulk-changes/bulk-change.entity';
import { ExpiryNotice } from './licensing/expiry-notices/expiry-notice.entity';
import { ExpiryProgress } from './licensing/expiry-notices/expiry-progress.entity';
import { FormerKey } from './licensing/former-keys/former-key.entity';
import { LicenseKey } from './licensing/license-keys/license-key.entity';
import { IssuedLicense } from './licensing/offline-licenses/issued-license.entity';
import { LicenseLog } from './licensing/license-logs/license-log.entity';
import { Trial } from './licensing/trials/trial.entity';
import { RetentionClockState } from './licensing/retention/retention-clock.entity';
import { ServicePeriod } from './licensing/seats/service-period.entity';
import { Attempt } from './events/webhooks/deliveries/attempt.entity';
import { Delivery } from './events/webhooks/deliveries/delivery.entity';
import { WebhookTask } from './events/webhooks/deliveries/webhook-task.entity';
import { Webhook } from './events/webhooks/webhook.entity';
import { MailProgress } from './mail/mails/mail-progress.entity';
import { MailSwitch } from './mail/outbox/mail-switch.entity';
import { Mail } from './mail/outbox/mail.entity';
import { MailTemplate } from './mail/templates/template.entity';
import { LinkEndNotice } from './links/ends/link-end-notice.entity';
import { LinkEndProgress } from './links/ends/link-end-progress.entity';
import { Domain } from './links/domains/domain.entity';
import { Link } from './links/link.entity';
import { VisitCount } from './links/visits/visit-count.entity';
import { VisitPortion } from './links/visits/visit-portion.entity';
import { VisitSalt } from './links/visits/visit-salt.entity';
import { VisitSum } from './links/visits/visit-sum.entity';
import { PortalAct } from './portal/acts/portal-act.entity';
import { PortalAddressChange } from './portal/address/portal-address-change.entity';
import { PortalSession } from './portal/sessions/portal-session.entity';
import { PortalSignIn } from './portal/sign-in/portal-sign-in.entity';
import { KeySet } from './signing/key-set.entity';
import { SigningKey } from './signing/signing-key.entity';
import { ImportSecret } from './transfer/import-secret.entity';
import { MeterCount } from './licensing/uses/meter-count.entity';
import { Use } from './licensing/uses/use.entity';
import { StoredEvent } from './platform/events/event.entity';
import { EventPosition } from './platform/events/event-position.entity';
import { JobState } from './platform/jobs/job-state.entity';
import { InboxBody } from './selling/inbox/inbox-body.entity';
import { InboxMessage } from './selling/inbox/inbox-message.entity';
import { Order } from './selling/orders/order.entity';
import { OrderFact, OrderKey, OrderReference, StoredLine } from './selling/orders/order-parts.entity';
import { Mapping } from './selling/sources/mapping.entity';
import { Source } from './selling/sources/source.entity';
import { SearchProgress } from './platform/search-index/search-progress.entity';
import { SearchWord } from './platform/search-index/search-word.entity';
import { MIGRATIONS } from './migrations/in-order';
import { dataSourceOptions, type Schema } from './platform/database/data-source';
import type { DatabaseTarget } from './platform/settings/database-url';

export const SCHEMA = {
  entities: [
    LicenseKey,
    FormerKey,
    LicenseLog,
    Link,
    Domain,
    ApiKey,
    FormerSecret,
    IdempotencyKey,
    AuditRecord,
    ImportSecret,
    Device,
    SeatCount,
    DeviceSecret,
    ServicePeriod,
    KeySet,
    SigningKey,
    IssuedLicense,
    Session,
    SignIn,
    BulkChange,
    BulkChangePortion,
    CheckCount,
    CheckCountProgress,
    VisitPortion,
    VisitSum,
    VisitSalt,
    VisitCount,
    RetentionClockState,
    JobState,
    SavedView,
    Product,
    Release,
    Plan,
    Trial,
    Customer,
    CustomerTask,
    SearchWord,
    SearchProgress,
    StoredEvent,
    EventPosition,
    Webhook,
    CheckAddress,
    CheckAddressProgress,
    ExpiryNotice,
    ExpiryProgress,
    LinkEndNotice,
    LinkEndProgress,
    Delivery,
    Attempt,
    WebhookTask,
    Use,
    MeterCount,
    Mail,
    MailSwitch,
    MailTemplate,
    MailProgress,
    Source,
    Mapping,
    InboxMessage,
    InboxBody,
    Order,
    OrderReference,
    OrderFact,
    StoredLine,
    OrderKey,
    PortalSignIn,
    PortalSession,
    PortalAct,
    PortalAddressChange,
  ],
  migrations: MIGRATIONS,
} satisfies Schema;

export function databaseOptions(target: DatabaseTarget): DataSourceOptions {
  return dataSourceOptions(target, SCHEMA);
}
