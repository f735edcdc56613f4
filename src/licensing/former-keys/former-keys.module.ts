import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FormerKey } from './former-key.entity';
import { FormerKeysRepository } from './former-keys.repository';

@Module({
  imports: [TypeOrmModule.forFeature([FormerKey])],
  providers: [FormerKeysRepository],
  exports: [FormerKeysRepository],
})
export class FormerKeysModule {}
