import { Module } from '@nestjs/common';
import { IdempotencyService } from './idempotency.service';

/** Creations that may be sent again, for the features that offer them. */
@Module({ providers: [IdempotencyService], exports: [IdempotencyService] })
export class IdempotencyModule {}
