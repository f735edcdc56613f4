import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ImportSecretsRepository } from './import-secrets.repository';

/** The key of a row that came without one, by the row's number in its file. */
export type RowKeys = (row: number) => string;

/** Makes keys for rows of imports. */
@Injectable()
export class RowKeyMaker {
  constructor(private readonly secrets: ImportSecretsRepository) {}

  /**
   * Keys for the rows of one import: the same ones whenever the same caller imports under the same name, and for anybody
   * who doesn't know this database's secret as good as random ones (docs/decisions/043-imports-that-are-sent-again.md).
   * @param ownerId the caller; null for the command line
   * @param name what the caller calls the import by: its `Idempotency-Key`
   */
  async keysFor(ownerId: number | null, name: string): Promise<RowKeys> {
    const secret = await this.secrets.read();
    return (row) =>
      toUuid(
        createHmac('sha256', secret)
          .update(JSON.stringify([ownerId, name, row]))
          .digest(),
      );
  }
}

/** As a UUID of version 4 is written: 122 of the bits. */
function toUuid(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
