import { Module } from '@nestjs/common';
import { InboxModule } from '../inbox/inbox.module';
import { SourcesModule } from '../sources/sources.module';
import { Reconciliation } from './reconciliation';

@Module({ imports: [InboxModule, SourcesModule], providers: [Reconciliation] })
export class ReconciliationModule {}
