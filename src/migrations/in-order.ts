import { InitialSchema1790000000000 } from './1790000000000-initial-schema';
import { AuditAndRotation1790100000000 } from './1790100000000-audit-and-rotation';
import { FlagIndexes1790200000000 } from './1790200000000-flag-indexes';
import { KeyExpiryAndSearch1790300000000 } from './1790300000000-key-expiry-and-search';
import { LinkLimitsAndSearch1790400000000 } from './1790400000000-link-limits-and-search';
import { BulkCreation1790500000000 } from './1790500000000-bulk-creation';
import { ImportSecret1790643000000 } from './1790643000000-import-secret';
import { IdempotencyKinds1790730000000 } from './1790730000000-idempotency-kinds';
import { Seats1790900000000 } from './1790900000000-seats';
import { Devices1790905000000 } from './1790905000000-devices';
import { Signing1790910000000 } from './1790910000000-signing';
import { Sessions1790940000000 } from './1790940000000-sessions';
import { BulkChanges1790950000000 } from './1790950000000-bulk-changes';
import { WhoASessionIs1790960000000 } from './1790960000000-who-a-session-is';
import { RequiredMigrations1790970000000 } from './1790970000000-required-migrations';
import { RetentionClock1790980000000 } from './1790980000000-retention-clock';
import { Jobs1790990000000 } from './1790990000000-jobs';
import { Products1791000000000 } from './1791000000000-products';
import { Customers1791000100000 } from './1791000100000-customers';
import { Plans1791160000000 } from './1791160000000-plans';
import { Releases1791170000000 } from './1791170000000-releases';
import { Meters1791180000000 } from './1791180000000-meters';
import { KeysOfPlans1791186000000 } from './1791186000000-keys-of-plans';
import { WhatWasRefused1791187000000 } from './1791187000000-what-was-refused';
import { WithdrawnUses1791188000000 } from './1791188000000-withdrawn-uses';
import { TestKeys1791185000000 } from './1791185000000-test-keys';
import { Mails1791200000000 } from './1791200000000-mails';
import { MailTemplates1791200100000 } from './1791200100000-mail-templates';
import { Portal1791210000000 } from './1791210000000-portal';
import { NotesAndMetadata1791010000000 } from './1791010000000-notes-and-metadata';
import { Reasons1791010010000 } from './1791010010000-reasons';
import { FormerKeys1791060000000 } from './1791060000000-former-keys';
import { VisitSums1791220000000 } from './1791220000000-visit-sums';
import { LinkNotes1791230010000 } from './1791230010000-link-notes';
import { LinkQueriesAndEnds1791240000000 } from './1791240000000-link-queries-and-ends';
import { LinkRules1791240010000 } from './1791240010000-link-rules';
import { Domains1791250000000 } from './1791250000000-domains';
import { LinkPasswords1791260000000 } from './1791260000000-link-passwords';
import { PeriodsOfUses1791270000000 } from './1791270000000-periods-of-uses';
import { LinkCards1791280000000 } from './1791280000000-link-cards';
import { OrderedCounts1791300000000 } from './1791300000000-ordered-counts';
import { FormerRecords1791310000000 } from './1791310000000-former-records';
import { AllScopes1791320000000 } from './1791320000000-all-scopes';
import { ReleaseSha11791290000000 } from './1791290000000-release-sha1';
import { LinkTitlesAndTags1791050000000 } from './1791050000000-link-titles-and-tags';
import { NameOrder1791070000000 } from './1791070000000-name-order';
import { WhatWasAsked1791020000000 } from './1791020000000-what-was-asked';
import { SearchWords1791030000000 } from './1791030000000-search-words';
import { VisitOrder1791031000000 } from './1791031000000-visit-order';
import { SavedViews1791040000000 } from './1791040000000-saved-views';
import { Events1791080000000 } from './1791080000000-events';
import { WebhookDeliveries1791090100000 } from './1791090100000-webhook-deliveries';
import { Webhooks1791090000000 } from './1791090000000-webhooks';
import { CheckAddresses1791100000000 } from './1791100000000-check-addresses';
import { ExpiryNotices1791110000000 } from './1791110000000-expiry-notices';
import { RefusedHour1791120000000 } from './1791120000000-refused-hour';
import { DeliveryEvents1791130000000 } from './1791130000000-delivery-events';
import { ShownEvents1791140000000 } from './1791140000000-shown-events';
import { LinkEnds1791150000000 } from './1791150000000-link-ends';
import { CustomerEmails1791195000000 } from './1791195000000-customer-emails';
import { Sales1791190000000 } from './1791190000000-sales';
import { Stats1790930000000 } from './1790930000000-stats';

/** All changes of the schema, in the order in which they are made. */
export const MIGRATIONS = [
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
  LinkQueriesAndEnds1791240000000,
  LinkRules1791240010000,
  Domains1791250000000,
  LinkPasswords1791260000000,
  PeriodsOfUses1791270000000,
  LinkCards1791280000000,
  ReleaseSha11791290000000,
  OrderedCounts1791300000000,
  FormerRecords1791310000000,
  AllScopes1791320000000,
];
