import { Global, Module } from '@nestjs/common';
import { LongReads } from './long-reads';

/** Keeps lists, searches and exports from holding up everything else. */
@Global()
@Module({ providers: [LongReads], exports: [LongReads] })
export class LongReadsModule {}
