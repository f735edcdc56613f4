import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ImportSecretsRepository } from './import-secrets.repository';

/** Keys of rows without one, by row number. */
export type RowKeys = (row: number) => string;

@Injectable()
export class RowKeyMaker {
  constructor(private readonly secrets: ImportSecretsRepository) {}

  /** Same caller, name and row give the same key, which nobody can guess without the secret (decision 024). */
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

/** In the form of a UUID of version 4: 122 of the bits. */
function toUuid(digest: Buffer): string {
  const bytes = digest.subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
