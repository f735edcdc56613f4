import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/audit/actor';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { badRequest, conflict, invalidField, notFound } from '../../platform/errors/errors';
import { sha256 } from '../../signing/jws';
import { NOT_SET_UP, TokenSigner } from '../../signing/token-signer';
import type { Admission } from '../license-keys/admission';
import { KeyPlans } from '../license-keys/key-plans';
import { entitlementsOf } from '../license-keys/key-terms';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { SeatHolds } from '../seats/seat-holds';
import type { LicenseDto } from './dto/license.dto';
import type { SignLicenseDto } from './dto/sign-license.dto';
import type { NewLicense } from './issued-licenses.repository';
import { IssuedLicensesService } from './issued-licenses.service';
import { readRequestCode } from './request-code';

const DEFAULT_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;
/** Cameras struggle with the QR codes of longer licenses. */
const MOST_CHARACTERS = 600;
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
  message: `The license would have ${length} characters, more than ${MOST_CHARACTERS}: use a shorter nonce.`,
});
export const KEY_DISABLED: Problem<'licenseKey.disabled'> = {
  code: 'licenseKey.disabled',
  message: 'This license key is disabled; enable it first.',
};
export const KEY_NOT_ACTIVE: Problem<'licenseKey.notActive'> = {
  code: 'licenseKey.notActive',
  message: 'This license key is not active; activate it first.',
};
export const TEST_KEY: Problem<'licenseKey.test'> = {
  code: 'licenseKey.test',
  message: 'This is a test key, which has no offline licenses: programs could not tell them from real ones.',
};
export const KEY_EXPIRED: Problem<'licenseKey.expired'> = {
  code: 'licenseKey.expired',
  message: 'This license key has expired; give it a later expiresAt first.',
};

interface Order {
  /** Key, product and nonce come only from request codes. */
  readonly key?: string;
  readonly product?: number;
  readonly nonce?: string;
  readonly device?: string;
  readonly days?: number;
}

interface IssueOptions {
  /** A file has room for more than a QR code. */
  readonly isFile?: boolean;
  readonly admit?: Admission;
}

@Injectable()
export class OfflineLicensesService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly issued: IssuedLicensesService,
    private readonly transactions: Transactions,
    private readonly keyPlans: KeyPlans,
    private readonly holds: SeatHolds,
    private readonly signer: TokenSigner,
  ) {}

  /** @throws {ApiError} 404 for an unknown key, 409 if no license can be issued, 400 for a wrong request code */
  async issue(
    id: string,
    { device, days, request }: SignLicenseDto,
    actor: Actor,
    { isFile = false, admit }: IssueOptions = {},
  ): Promise<LicenseDto> {
    if (request === undefined) return this.sign(id, { device, days }, actor, isFile, admit);
    if (device !== undefined) throw invalidField(DEVICE_TWICE);
    return this.sign(id, await readOrder(request, days), actor, isFile, admit);
  }

  /** As `issue`, for the license key in a request code. */
  async answer(request: string, days: number | undefined, actor: Actor): Promise<LicenseDto> {
    const order = await readOrder(request, days);
    return this.sign(order.key, order, actor, false);
  }

  private async sign(id: string, order: Order, actor: Actor, isFile: boolean, admit?: Admission): Promise<LicenseDto> {
    // Another instance may have revoked the signing key.
    await this.signer.refresh();
    return this.transactions.run(async (transaction) => {
      const licenseKey = await this.licenseKeys.within(transaction).lock(id);
      if (!licenseKey) throw notFound(LICENSE_KEY_NOT_FOUND);
      await admit?.(transaction, licenseKey);
      const now = Date.now();
      requireUsable(licenseKey, now);
      requireMeant(licenseKey, order);
      const { device } = order;
      const license = describe(licenseKey, order, actor, now);
      if (device !== undefined) {
        license.device = await this.holds.hold(transaction, licenseKey, device, 1000 * license.exp);
      }
      const contained = Object.entries(entitlementsOf({ terms: await this.keyPlans.termsOf(licenseKey, transaction) }));
      const { token, room } = this.makeToken(licenseKey, license, order, contained, isFile);
      await this.issued.add(transaction, license, licenseKey, actor);
      const leftOut = contained.slice(room).map(([name]) => name);
      return { license: token, exp: license.exp, leftOut: leftOut.length > 0 ? leftOut : undefined };
    });
  }

  /** Includes as many entitlements as fit, by name. */
  private makeToken(
    { key, product, expiresAt }: LicenseKey,
    { jti, exp, createdAt }: NewLicense,
    { device, nonce }: Order,
    contained: readonly [name: string, value: unknown][],
    isFile: boolean,
  ): { token: string; room: number } {
    const facts = {
      iat: Math.floor(createdAt / 1000),
      exp,
      jti,
      key: sha256(key),
      product,
      device: device === undefined ? undefined : sha256(device),
      expiresAt: expiresAt ?? undefined,
      nonce,
    };
    for (let room = contained.length; ; room--) {
      const entitlements = room > 0 ? Object.fromEntries(contained.slice(0, room)) : undefined;
      const token = this.signer.sign('keylink-license+jwt', { ...facts, entitlements });
      if (token === undefined) throw conflict(whyUnsigned(this.signer));
      if (token.length <= MOST_CHARACTERS || (isFile && room > 0)) return { token, room };
      if (room === 0) throw badRequest(tooLong(token.length));
    }
  }
}

async function readOrder(request: string, days: number | undefined): Promise<Order & { readonly key: string }> {
  const { key, product, device, nonce } = await readRequestCode(request);
  return { key, product, device, nonce, days };
}

/** @throws {ApiError} 409 if checks of the license key don't pass */
function requireUsable({ test, disabled, status, expiresAt }: LicenseKey, now: number): void {
  if (test) throw conflict(TEST_KEY);
  if (disabled) throw conflict(KEY_DISABLED);
  if (!status) throw conflict(KEY_NOT_ACTIVE);
  // Licenses expire on a whole second: one issued within the key's last second would have expired already.
  if (expiresAt !== null && now >= 1000 * Math.floor(expiresAt / 1000)) throw conflict(KEY_EXPIRED);
}

function requireMeant(licenseKey: LicenseKey, { key, product }: Order): void {
  if (key !== undefined && key !== licenseKey.key) throw badRequest(OTHER_KEY);
  if (product !== undefined && product !== licenseKey.product) {
    throw badRequest(otherProduct(product, licenseKey.product));
  }
}

function describe(
  { id, expiresAt }: LicenseKey,
  { days = DEFAULT_DAYS }: Order,
  actor: Actor,
  now: number,
): NewLicense {
  const asked = now / 1000 + days * DAY_SECONDS;
  return {
    jti: randomBytes(JTI_BYTES).toString('base64url'),
    keyId: id,
    device: null,
    exp: Math.floor(expiresAt === null ? asked : Math.min(asked, expiresAt / 1000)),
    createdAt: now,
    apiKeyId: actor.apiKeyId,
    apiKeyName: actor.name,
  };
}

function whyUnsigned({ problem = NOT_SET_UP.message }: TokenSigner): Problem<'signing.notSetUp' | 'signing.notReady'> {
  return problem === NOT_SET_UP.message ? NOT_SET_UP : { code: 'signing.notReady', message: problem };
}
