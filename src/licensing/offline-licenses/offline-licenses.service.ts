import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/audit/actor';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { badRequest, conflict, invalidField, notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { sha256 } from '../../signing/jws';
import { NOT_SET_UP, TokenSigner } from '../../signing/token-signer';
import { DeviceHashes } from '../devices/device-hashes';
import { parseKeyReference } from '../license-keys/key-reference';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { SeatsService } from '../seats/seats.service';
import type { IssuedLicenseDto, LicenseDto } from './dto/license.dto';
import type { ListLicensesDto } from './dto/license-query.dto';
import type { SignLicenseDto } from './dto/sign-license.dto';
import type { IssuedLicense } from './issued-license.entity';
import { IssuedLicensesRepository, type NewLicense } from './issued-licenses.repository';
import { readRequestCode } from './request-code';

const DEFAULT_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;
const DEFAULT_LIMIT = 100;
/** Longer ones make QR codes that cameras read badly. */
const MOST_CHARACTERS = 600;
/** 16 characters in base64url. */
const JTI_BYTES = 12;

export const DEVICE_TWICE = 'The request code says which device it is for; leave device out.';
export const OTHER_KEY: Problem<'requestCode.otherKey'> = {
  code: 'requestCode.otherKey',
  message: 'The request code is for another license key.',
};
export const otherProduct = (asked: number, product: number): Problem<'requestCode.otherKey'> => ({
  code: 'requestCode.otherKey',
  message: `The request code is for product ${asked}; this license key is for product ${product}.`,
});
export const tooLong = (length: number): Problem<'license.tooLong'> => ({
  code: 'license.tooLong',
  message: `The license would have ${length} characters; ${MOST_CHARACTERS} are the most: use a shorter nonce.`,
});
export const KEY_DISABLED: Problem<'licenseKey.disabled'> = {
  code: 'licenseKey.disabled',
  message: 'This license key is disabled; enable it first.',
};
export const KEY_NOT_ACTIVE: Problem<'licenseKey.notActive'> = {
  code: 'licenseKey.notActive',
  message: 'This license key is not active; activate it first.',
};
export const KEY_EXPIRED: Problem<'licenseKey.expired'> = {
  code: 'licenseKey.expired',
  message: 'This license key has expired; give it a later expiresAt first.',
};

/** What is asked for, by an administrator or a request code. */
interface Order {
  /** Only of a request code, as the following and the nonce. */
  readonly key?: string;
  readonly product?: number;
  readonly nonce?: string;
  readonly device?: string;
  readonly days?: number;
}

/** Issues licenses that programs verify without a network, for the API and the command line. */
@Injectable()
export class OfflineLicensesService {
  constructor(
    private readonly licenses: IssuedLicensesRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly audit: AuditRecordsRepository,
    private readonly transactions: Transactions,
    private readonly seats: SeatsService,
    private readonly hashes: DeviceHashes,
    private readonly signer: TokenSigner,
  ) {}

  /**
   * Issues a license for a license key.
   * @throws {ApiError} 404 when there is no such key, 409 when it may not be used or nothing can be signed, 400 when the
   * request code is wrong, or for another key or product
   */
  async issue(id: string, { device, days, request }: SignLicenseDto, actor: Actor): Promise<LicenseDto> {
    if (request === undefined) return this.sign(id, { device, days }, actor);
    if (device !== undefined) throw invalidField(DEVICE_TWICE);
    return this.sign(id, await readOrder(request, days), actor);
  }

  /** As `issue`, for the license key that a request code names. */
  async answer(request: string, days: number | undefined, actor: Actor): Promise<LicenseDto> {
    const order = await readOrder(request, days);
    return this.sign(order.key, order, actor);
  }

  /**
   * The most recent licenses of a key, newest first; `next` is the `before` of the following page, if more follow.
   * @throws {ApiError} 404 when there is no such key
   */
  async getPage(id: string, { limit = DEFAULT_LIMIT, before }: ListLicensesDto): Promise<Page<IssuedLicenseDto>> {
    const reference = parseKeyReference(id);
    const licenseKey = (await this.licenseKeys.find([reference]))(reference);
    if (!licenseKey) throw notFound(LICENSE_KEY_NOT_FOUND);
    return toPage(await this.licenses.findNewest(licenseKey.id, limit + 1, before), limit, toIssuedLicenseDto);
  }

  private async sign(id: string, order: Order, actor: Actor): Promise<LicenseDto> {
    // Another instance may have revoked the key that this one signs with.
    await this.signer.refresh();
    return this.transactions.run(async (transaction) => {
      const licenseKey = await this.licenseKeys.within(transaction).lock(id);
      if (!licenseKey) throw notFound(LICENSE_KEY_NOT_FOUND);
      const now = Date.now();
      requireUsable(licenseKey, now);
      requireMeant(licenseKey, order);
      const issued = { ...describe(licenseKey, order, actor, now), device: await this.hashOf(licenseKey, order) };
      if (order.device !== undefined) await this.seats.hold(transaction, licenseKey, order.device, 1000 * issued.exp);
      const license = this.makeToken(licenseKey, issued, order);
      const recordId = await this.licenses.within(transaction).insert(issued);
      const { jti, keyId, device, exp } = issued;
      const after = { jti, licenseKeyId: keyId, device: device ?? undefined, exp };
      const change = { action: 'create', targetType: 'license', targetId: recordId, after } as const;
      await this.audit.within(transaction).append(actor, [change]);
      return { license, exp };
    });
  }

  /** What is stored of the device: unlike what the license says of it, it tells nobody whether two customers have the same. */
  private async hashOf({ id }: LicenseKey, { device }: Order): Promise<string | null> {
    if (device === undefined) return null;
    await this.hashes.load();
    return this.hashes.hashOf(id, { device, address: '' });
  }

  private makeToken({ key, product, expiresAt }: LicenseKey, issued: NewLicense, { device, nonce }: Order): string {
    const { jti, exp, createdAt } = issued;
    const token = this.signer.sign('keylink-license+jwt', {
      iat: Math.floor(createdAt / 1000),
      exp,
      jti,
      key: sha256(key),
      product,
      // JSON leaves out what is undefined.
      device: device === undefined ? undefined : sha256(device),
      expiresAt: expiresAt ?? undefined,
      nonce,
    });
    if (token === undefined) throw conflict(whyUnsigned(this.signer));
    if (token.length > MOST_CHARACTERS) throw badRequest(tooLong(token.length));
    return token;
  }
}

async function readOrder(request: string, days: number | undefined): Promise<Order & { readonly key: string }> {
  const { key, product, device, nonce } = await readRequestCode(request);
  return { key, product, device, nonce, days };
}

/** @throws {ApiError} 409 when no check of the license key would pass */
function requireUsable({ disabled, status, expiresAt }: LicenseKey, now: number): void {
  if (disabled) throw conflict(KEY_DISABLED);
  if (!status) throw conflict(KEY_NOT_ACTIVE);
  // A license ends with a whole second: within the key's last one it would have ended before it was read.
  if (expiresAt !== null && now >= 1000 * Math.floor(expiresAt / 1000)) throw conflict(KEY_EXPIRED);
}

/** @throws {ApiError} 400 when a request code asks for something else */
function requireMeant(licenseKey: LicenseKey, { key, product }: Order): void {
  if (key !== undefined && key !== licenseKey.key) throw badRequest(OTHER_KEY);
  if (product !== undefined && product !== licenseKey.product) {
    throw badRequest(otherProduct(product, licenseKey.product));
  }
}

function describe(
  licenseKey: LicenseKey,
  { days = DEFAULT_DAYS }: Order,
  actor: Actor,
  now: number,
): Omit<NewLicense, 'device'> {
  const { id, expiresAt } = licenseKey;
  const asked = now / 1000 + days * DAY_SECONDS;
  return {
    jti: randomBytes(JTI_BYTES).toString('base64url'),
    keyId: id,
    exp: Math.floor(expiresAt === null ? asked : Math.min(asked, expiresAt / 1000)),
    createdAt: now,
    apiKeyId: actor.apiKeyId,
    apiKeyName: actor.name,
  };
}

function toIssuedLicenseDto({
  id,
  jti,
  device,
  exp,
  createdAt,
  apiKeyId,
  apiKeyName,
}: IssuedLicense): IssuedLicenseDto {
  return { id, jti, device: device ?? undefined, exp, createdAt, apiKeyId, apiKeyName };
}

function whyUnsigned({ problem = NOT_SET_UP.message }: TokenSigner): Problem<'signing.notSetUp' | 'signing.notReady'> {
  return problem === NOT_SET_UP.message ? NOT_SET_UP : { code: 'signing.notReady', message: problem };
}
