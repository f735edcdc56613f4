import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnOrigin } from '../../platform/http/requests/own-origin';
import { Session } from './session.entity';
import { SessionsRepository } from './sessions.repository';

@Module({
  imports: [TypeOrmModule.forFeature([Session])],
  providers: [SessionsRepository, OwnOrigin],
  exports: [SessionsRepository, OwnOrigin],
})
export class SessionsModule {}
