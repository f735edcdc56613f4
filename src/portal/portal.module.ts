import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../access/audit/audit.module';
import { CustomersModule } from '../catalog/customers/customers.module';
import { ProductsModule } from '../catalog/products/products.module';
import { ReleasesModule } from '../catalog/releases/releases.module';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { MetersModule } from '../licensing/meters/meters.module';
import { OfflineLicensesModule } from '../licensing/offline-licenses/offline-licenses.module';
import { SeatsModule } from '../licensing/seats/seats.module';
import { OutboxModule } from '../mail/outbox/outbox.module';
import { SigningModule } from '../signing/signing.module';
import { ActLimits } from './acts/act-limits';
import { PortalAct } from './acts/portal-act.entity';
import { PortalActsRepository } from './acts/portal-acts.repository';
import { OperatorViewService } from './operator-view.service';
import { PortalApiController } from './portal-api.controller';
import { PortalLinksService } from './portal-links.service';
import { PortalMetrics } from './portal-metrics';
import { PortalPlace } from './portal-place';
import { PortalSession } from './sessions/portal-session.entity';
import { PortalSessionsRepository } from './sessions/portal-sessions.repository';
import { PortalSessionsService } from './sessions/portal-sessions.service';
import { PortalSignIn } from './sign-in/portal-sign-in.entity';
import { PortalSignInsRepository } from './sign-in/portal-sign-ins.repository';
import { CustomerView } from './view/customer-view';
import { KeyDetailsService } from './view/key-details';
import { KeyOutlines } from './view/key-outlines';
import { OwnKeys } from './view/own-keys';

/** Customers and what they see, for the portal's pages and for operators. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PortalSignIn, PortalSession, PortalAct]),
    AuditModule,
    CustomersModule,
    ProductsModule,
    ReleasesModule,
    LicenseKeysModule,
    MetersModule,
    OfflineLicensesModule,
    SeatsModule,
    OutboxModule,
    SigningModule,
  ],
  controllers: [PortalApiController],
  providers: [
    PortalPlace,
    PortalMetrics,
    PortalSignInsRepository,
    PortalSessionsRepository,
    PortalActsRepository,
    PortalSessionsService,
    PortalLinksService,
    OperatorViewService,
    ActLimits,
    OwnKeys,
    KeyOutlines,
    KeyDetailsService,
    CustomerView,
  ],
  exports: [
    PortalPlace,
    PortalMetrics,
    PortalSessionsRepository,
    PortalSessionsService,
    PortalSignInsRepository,
    ActLimits,
    OwnKeys,
    CustomerView,
    CustomersModule,
    LicenseKeysModule,
    OfflineLicensesModule,
    SeatsModule,
    OutboxModule,
    SigningModule,
  ],
})
export class PortalModule {}
