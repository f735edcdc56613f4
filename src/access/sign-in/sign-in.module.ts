import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LimitsModule } from '../../platform/limits/limits.module';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { AuditModule } from '../audit/audit.module';
import { SessionsModule } from '../sessions/sessions.module';
import { MeController } from './me.controller';
import { IdentityProvider } from './open-id/identity-provider';
import { OpenIdController } from './open-id/open-id.controller';
import { OpenIdService } from './open-id/open-id.service';
import { SignIn } from './open-id/sign-in.entity';
import { SignInsRepository } from './open-id/sign-ins.repository';
import { SessionsController } from './sessions.controller';
import { SessionsService } from './sessions.service';

@Module({
  imports: [TypeOrmModule.forFeature([SignIn]), ApiKeysModule, AuditModule, LimitsModule, SessionsModule],
  controllers: [MeController, SessionsController, OpenIdController],
  providers: [SessionsService, SignInsRepository, IdentityProvider, OpenIdService],
})
export class SignInModule {}
