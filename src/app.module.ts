import { type DynamicModule, Module } from '@nestjs/common';
import { ApiKeysModule } from './access/api-keys/api-keys.module';
import { AuditModule } from './access/audit/audit.module';
import { CustomerDataModule } from './licensing/customer-data/customer-data.module';
import { CustomersModule } from './catalog/customers/customers.module';
import { ConsoleModule } from './operations/console/console.module';
import { ExpiryModule } from './licensing/expiry/expiry.module';
import { BulkChangesModule } from './licensing/bulk-changes/bulk-changes.module';
import { CheckCountsModule } from './licensing/check-counts/check-counts.module';
import { DatabaseModule } from './platform/database/database.module';
import { DoctorModule } from './operations/doctor/doctor.module';
import { HealthModule } from './operations/health/health.module';
import { HomeModule } from './operations/home/home.module';
import { LicenseCheckModule } from './licensing/license-check/license-check.module';
import { LicenseKeyRoutesModule } from './licensing/license-keys/license-key-routes.module';
import { LicenseLogsModule } from './licensing/license-logs/license-logs.module';
import { LinksModule } from './links/links.module';
import { LoggedChecksModule } from './licensing/logged-checks/logged-checks.module';
import { MailsModule } from './mail/mails/mails.module';
import { JobsModule } from './platform/jobs/jobs.module';
import { LongReadsModule } from './platform/long-reads/long-reads.module';
import { MetricsModule } from './operations/metrics/metrics.module';
import { OfflineLicensesModule } from './licensing/offline-licenses/offline-licenses.module';
import { PlansModule } from './catalog/plans/plans.module';
import { TrialsModule } from './licensing/trials/trials.module';
import { ProductsModule } from './catalog/products/products.module';
import { ReleasesModule } from './catalog/releases/releases.module';
import { RetentionModule } from './licensing/retention/retention.module';
import { SavedViewsModule } from './access/saved-views/saved-views.module';
import { SCHEMA } from './schema';
import { FeedModule } from './events/feed/feed.module';
import { EventsModule } from './platform/events/events.module';
import { SearchIndexModule } from './platform/search-index/search-index.module';
import type { Settings } from './platform/settings/settings';
import { PortalModule } from './portal/portal.module';
import { PortalPagesModule } from './portal/portal-pages.module';
import { SettingsModule } from './platform/settings/settings.module';
import { SignInModule } from './access/sign-in/sign-in.module';
import { KeyChangesModule } from './licensing/key-changes/key-changes.module';
import { WebhooksModule } from './events/webhooks/webhooks.module';
import { UpdateFeedsModule } from './licensing/update-feeds/update-feeds.module';
import { UsageModule } from './licensing/usage/usage.module';
import { MetersModule } from './licensing/meters/meters.module';
import { InboxModule } from './selling/inbox/inbox.module';
import { ReconciliationModule } from './selling/reconciliation/reconciliation.module';
import { OrdersModule } from './selling/orders/orders.module';
import { SourcesModule } from './selling/sources/sources.module';
import { SigningModule } from './signing/signing.module';

/** In order of traffic, as Express tries routes in turn; paths of one segment precede the links, which match any. */
const FEATURES = [
  LicenseCheckModule,
  MetricsModule,
  ConsoleModule,
  LinksModule,
  MetersModule,
  ApiKeysModule,
  SignInModule,
  SavedViewsModule,
  LicenseLogsModule,
  // Its fixed paths must come before the ids of license keys.
  BulkChangesModule,
  LicenseKeyRoutesModule,
  LoggedChecksModule,
  CheckCountsModule,
  ExpiryModule,
  OfflineLicensesModule,
  ProductsModule,
  PlansModule,
  ReleasesModule,
  UpdateFeedsModule,
  TrialsModule,
  UsageModule,
  KeyChangesModule,
  CustomersModule,
  CustomerDataModule,
  SigningModule,
  InboxModule,
  SourcesModule,
  OrdersModule,
  ReconciliationModule,
  WebhooksModule,
  MailsModule,
  AuditModule,
  FeedModule,
  PortalModule,
  RetentionModule,
  DoctorModule,
  HealthModule,
  HomeModule,
];

@Module({})
export class AppModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.with(settings),
        DatabaseModule.with(settings, SCHEMA),
        JobsModule,
        LongReadsModule,
        SearchIndexModule,
        EventsModule,
        // First: a link may be called like the portal, which is only there if it has an address.
        ...(settings.portal ? [PortalPagesModule] : []),
        ...FEATURES,
      ],
    };
  }
}
