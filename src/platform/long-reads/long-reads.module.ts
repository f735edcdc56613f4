import { Global, Module } from '@nestjs/common';
import { LongReads } from './long-reads';

@Global()
@Module({ providers: [LongReads], exports: [LongReads] })
export class LongReadsModule {}
