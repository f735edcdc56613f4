import { Module } from '@nestjs/common';
import { TransferService } from './transfer.service';

/** Imports and exports of all kinds of records; what there is to know of each stands with its feature. */
@Module({ providers: [TransferService], exports: [TransferService] })
export class TransferModule {}
