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
import { ExpiryNotice } from './licensing/expiry/expiry-notice.entity';
import { ExpiryProgress } from './licensing/expiry/expiry-progress.entity';
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
import { InitialSchema1790000000000 } from './migrations/1790000000000-initial-schema';
import { AuditAndRotation1790100000000 } from './migrations/1790100000000-audit-and-rotation';
import { FlagIndexes1790200000000 } from './migrations/1790200000000-flag-indexes';
import { KeyExpiryAndSearch1790300000000 } from './migrations/1790300000000-key-expiry-and-search';
import { LinkLimitsAndSearch1790400000000 } from './migrations/1790400000000-link-limits-and-search';
import { BulkCreation1790500000000 } from './migrations/1790500000000-bulk-creation';
import { ImportSecret1790643000000 } from './migrations/1790643000000-import-secret';
import { IdempotencyKinds1790730000000 } from './migrations/1790730000000-idempotency-kinds';
import { Seats1790900000000 } from './migrations/1790900000000-seats';
import { Devices1790905000000 } from './migrations/1790905000000-devices';
import { Signing1790910000000 } from './migrations/1790910000000-signing';
import { Sessions1790940000000 } from './migrations/1790940000000-sessions';
import { BulkChanges1790950000000 } from './migrations/1790950000000-bulk-changes';
import { WhoASessionIs1790960000000 } from './migrations/1790960000000-who-a-session-is';
import { RequiredMigrations1790970000000 } from './migrations/1790970000000-required-migrations';
import { RetentionClock1790980000000 } from './migrations/1790980000000-retention-clock';
import { Jobs1790990000000 } from './migrations/1790990000000-jobs';
import { Products1791000000000 } from './migrations/1791000000000-products';
import { Customers1791000100000 } from './migrations/1791000100000-customers';
import { Plans1791160000000 } from './migrations/1791160000000-plans';
import { Releases1791170000000 } from './migrations/1791170000000-releases';
import { Meters1791180000000 } from './migrations/1791180000000-meters';
import { KeysOfPlans1791186000000 } from './migrations/1791186000000-keys-of-plans';
import { WhatWasRefused1791187000000 } from './migrations/1791187000000-what-was-refused';
import { WithdrawnUses1791188000000 } from './migrations/1791188000000-withdrawn-uses';
import { TestKeys1791185000000 } from './migrations/1791185000000-test-keys';
import { Mails1791200000000 } from './migrations/1791200000000-mails';
import { MailTemplates1791200100000 } from './migrations/1791200100000-mail-templates';
import { Portal1791210000000 } from './migrations/1791210000000-portal';
import { MeterCount } from './licensing/uses/meter-count.entity';
import { Use } from './licensing/uses/use.entity';
import { NotesAndMetadata1791010000000 } from './migrations/1791010000000-notes-and-metadata';
import { Reasons1791010010000 } from './migrations/1791010010000-reasons';
import { FormerKeys1791060000000 } from './migrations/1791060000000-former-keys';
import { VisitSums1791220000000 } from './migrations/1791220000000-visit-sums';
import { LinkNotes1791230010000 } from './migrations/1791230010000-link-notes';
import { LinkTitlesAndTags1791050000000 } from './migrations/1791050000000-link-titles-and-tags';
import { NameOrder1791070000000 } from './migrations/1791070000000-name-order';
import { WhatWasAsked1791020000000 } from './migrations/1791020000000-what-was-asked';
import { SearchWords1791030000000 } from './migrations/1791030000000-search-words';
import { VisitOrder1791031000000 } from './migrations/1791031000000-visit-order';
import { SavedViews1791040000000 } from './migrations/1791040000000-saved-views';
import { Events1791080000000 } from './migrations/1791080000000-events';
import { StoredEvent } from './platform/events/event.entity';
import { EventPosition } from './platform/events/event-position.entity';
import { WebhookDeliveries1791090100000 } from './migrations/1791090100000-webhook-deliveries';
import { Webhooks1791090000000 } from './migrations/1791090000000-webhooks';
import { CheckAddresses1791100000000 } from './migrations/1791100000000-check-addresses';
import { ExpiryNotices1791110000000 } from './migrations/1791110000000-expiry-notices';
import { RefusedHour1791120000000 } from './migrations/1791120000000-refused-hour';
import { DeliveryEvents1791130000000 } from './migrations/1791130000000-delivery-events';
import { ShownEvents1791140000000 } from './migrations/1791140000000-shown-events';
import { LinkEnds1791150000000 } from './migrations/1791150000000-link-ends';
import { JobState } from './platform/jobs/job-state.entity';
import { InboxBody } from './selling/inbox/inbox-body.entity';
import { InboxMessage } from './selling/inbox/inbox-message.entity';
import { Order } from './selling/orders/order.entity';
import { OrderFact, OrderKey, OrderReference, StoredLine } from './selling/orders/order-parts.entity';
import { Mapping } from './selling/sources/mapping.entity';
import { Source } from './selling/sources/source.entity';
import { CustomerEmails1791195000000 } from './migrations/1791195000000-customer-emails';
import { Sales1791190000000 } from './migrations/1791190000000-sales';
import { SearchProgress } from './platform/search-index/search-progress.entity';
import { SearchWord } from './platform/search-index/search-word.entity';
import { Stats1790930000000 } from './migrations/1790930000000-stats';
import { dataSourceOptions, type Schema } from './platform/database/data-source';
import type { DatabaseTarget } from './platform/settings/database-url';

export const SCHEMA = {
  entities: [
    LicenseKey,
    FormerKey,
    LicenseLog,
    Link,
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
  migrations: [
    InitialSchema1790000000000,
    AuditAndRotation1790100000000,
    FlagIndexes1790200000000,
    KeyExpiryAndSearch1790300000000,
    LinkLimitsAndSearch1790400000000,
    BulkCreation1790500000000,
    ImportSecret1790643000000,
    IdempotencyKinds1790730000000,
    Seats1790900000000,
    Devices1790905000000,
    Signing1790910000000,
    Stats1790930000000,
    Sessions1790940000000,
    BulkChanges1790950000000,
    WhoASessionIs1790960000000,
    RequiredMigrations1790970000000,
    RetentionClock1790980000000,
    Jobs1790990000000,
    Products1791000000000,
    Customers1791000100000,
    NotesAndMetadata1791010000000,
    Reasons1791010010000,
    WhatWasAsked1791020000000,
    SearchWords1791030000000,
    VisitOrder1791031000000,
    SavedViews1791040000000,
    LinkTitlesAndTags1791050000000,
    FormerKeys1791060000000,
    NameOrder1791070000000,
    Events1791080000000,
    Webhooks1791090000000,
    WebhookDeliveries1791090100000,
    CheckAddresses1791100000000,
    ExpiryNotices1791110000000,
    RefusedHour1791120000000,
    DeliveryEvents1791130000000,
    ShownEvents1791140000000,
    LinkEnds1791150000000,
    Plans1791160000000,
    Releases1791170000000,
    Meters1791180000000,
    TestKeys1791185000000,
    KeysOfPlans1791186000000,
    WhatWasRefused1791187000000,
    WithdrawnUses1791188000000,
    Sales1791190000000,
    CustomerEmails1791195000000,
    Mails1791200000000,
    MailTemplates1791200100000,
    Portal1791210000000,
    VisitSums1791220000000,
    LinkNotes1791230010000,
  ],
} satisfies Schema;

export function databaseOptions(target: DatabaseTarget): DataSourceOptions {
  return dataSourceOptions(target, SCHEMA);
}
