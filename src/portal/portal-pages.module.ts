import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeyActionsService } from './acts/key-actions.service';
import { AddressChangesRepository } from './address/address-changes.repository';
import { AddressChangesService } from './address/address-changes.service';
import { PortalAddressChange } from './address/portal-address-change.entity';
import { PortalAddressController } from './pages/address.controller';
import { PortalAssetsController } from './pages/assets.controller';
import { PortalKeysController } from './pages/keys.controller';
import { LicenseAnswer } from './pages/license-answer';
import { PageSender } from './pages/page-sender';
import { PortalSignInController } from './pages/sign-in.controller';
import { LimitsModule } from '../platform/limits/limits.module';
import { PortalClearing } from './portal-clearing';
import { PortalModule } from './portal.module';
import { PortalSignInMails } from './sign-in/portal-sign-in-mails';
import { PortalSignInService } from './sign-in/portal-sign-in.service';
import { PortalGuard } from './visits/portal.guard';
import { VisitsService } from './visits/visits.service';

/** The pages. Loaded only if `PORTAL_URL` is set; otherwise a short link may have the same name. */
@Module({
  imports: [PortalModule, LimitsModule, TypeOrmModule.forFeature([PortalAddressChange])],
  controllers: [PortalSignInController, PortalKeysController, PortalAddressController, PortalAssetsController],
  providers: [
    PortalSignInMails,
    PortalSignInService,
    VisitsService,
    PortalGuard,
    PageSender,
    LicenseAnswer,
    KeyActionsService,
    AddressChangesRepository,
    AddressChangesService,
    PortalClearing,
  ],
})
export class PortalPagesModule {}
