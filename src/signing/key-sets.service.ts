import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import { AuditRecordsRepository } from '../access/audit/audit-records.repository';
import type { AuditAction } from '../access/audit/change';
import { retryConflicts } from '../platform/database/retry-conflicts';
import { Transactions } from '../platform/database/transactions';
import { conflict, notFound } from '../platform/errors/errors';
import { newKey, signGeneral, type Signer } from './jws';
import { encryptPrivateKey } from './key-encryption';
import type { KeySet } from './key-set.entity';
import { describeKeySet, type KeySetPayload, readKeySet } from './key-set-payload';
import { KeySetsRepository } from './key-sets.repository';
import { ROOT_CHANGED, rootPrivateKey } from './root-key';
import { SecretKey } from './secret-key';
import type { KeyRole, SigningKey } from './signing-key.entity';
import { SigningKeysRepository } from './signing-keys.repository';
import { NOT_SET_UP, TokenSigner } from './token-signer';

export const ALREADY_SET_UP = 'Signing is set up already; rotate its keys instead.';
export const NO_SUCH_SIGNING_KEY = 'No signing key has this kid.';
const notTheRoot = (kid: string) =>
  `To begin anew, name the root key that is lost by its kid, ${kid}: programs with it believe nothing more from then on.`;

/** Where a change takes place. */
interface Scene {
  readonly keys: SigningKeysRepository;
  readonly all: readonly SigningKey[];
  /** Seconds since the Unix epoch. */
  readonly now: number;
  readonly secretKey: KeyObject;
}

/** Sets signing up and changes its keys, for the API and the command line. Each change publishes the next key set. */
@Injectable()
export class KeySetsService {
  constructor(
    private readonly keySets: KeySetsRepository,
    private readonly keys: SigningKeysRepository,
    private readonly secretKey: SecretKey,
    private readonly audit: AuditRecordsRepository,
    private readonly transactions: Transactions,
    private readonly signer: TokenSigner,
  ) {}

  /**
   * Makes the root key, the first signing key and the first key set.
   * @throws {ApiError} 409 when there are some already, and without a secret key
   */
  async setUp(iss: string, actor: Actor): Promise<void> {
    if (await this.keySets.findLatest()) throw conflict(ALREADY_SET_UP);
    const secretKey = await this.secretKey.getOrMake();
    await this.transact(async (transaction) => {
      if (await this.keySets.within(transaction).lockLatest()) throw conflict(ALREADY_SET_UP);
      const payload = await this.begin(transaction, iss, 1, secretKey);
      await this.record(transaction, actor, 'create', undefined, payload);
    });
  }

  /**
   * Begins again with a root key that no program knows yet, where the one before is lost. Programs with the new one believe nothing
   * that was signed before, those with the old one nothing that is signed from now on.
   * @param lost the `kid` of the present root key: to write it down shows that one knows what ends
   * @param iss who issues what is signed; as before when undefined
   * @throws {ApiError} 409 when that isn't the present root key, and without a secret key
   */
  async beginAnew(lost: string, iss: string | undefined, actor: Actor): Promise<void> {
    requireRoot(lost, await this.keySets.findLatest());
    const secretKey = await this.secretKey.getOrMake();
    await this.transact(async (transaction) => {
      const before = requireRoot(lost, await this.keySets.within(transaction).lockLatest());
      const keys = this.keys.within(transaction);
      const now = seconds();
      for (const key of await keys.findAll()) {
        await keys.retire(key, { notAfter: key.notAfter ?? now, revokedAt: key.revokedAt ?? now });
      }
      const payload = await this.begin(transaction, iss ?? before.iss, before.version + 1, secretKey);
      await this.record(transaction, actor, 'create', before, payload);
    });
  }

  /**
   * Gives the signing key's place to a new one. What the one before signed stays valid.
   * @param givenRoot the root's private half, when it was exported
   * @throws {ApiError} 409 when the root's private half can't be had
   */
  rotate(actor: Actor, givenRoot?: KeyObject): Promise<void> {
    return this.change('rotate', actor, givenRoot, async ({ keys, all, now, secretKey }) => {
      const current = currentOf('signing', all);
      await keys.retire(current, { notAfter: now, revokedAt: null });
      await addKey(keys, 'signing', now, secretKey);
    });
  }

  /**
   * Ends whatever a signing key has signed; a key that still signs is replaced. Revoking it again changes nothing.
   * @throws {ApiError} 404 when no signing key has this `kid`, 409 when the root's private half can't be had
   */
  revoke(kid: string, actor: Actor, givenRoot?: KeyObject): Promise<void> {
    return this.change('revoke', actor, givenRoot, async ({ keys, all, now, secretKey }) => {
      const key = all.find((each) => each.role === 'signing' && each.kid === kid);
      if (!key) throw notFound(NO_SUCH_SIGNING_KEY);
      if (key.revokedAt !== null) return 'nothing';
      await keys.retire(key, { notAfter: key.notAfter ?? now, revokedAt: now });
      if (key.notAfter === null) await addKey(keys, 'signing', now, secretKey);
      return undefined;
    });
  }

  /**
   * Replaces the root key by a new one, whose private half is in the database; both sign the key set that tells of it.
   * @throws {ApiError} 409 when the private half of the root before can't be had
   */
  rotateRoot(actor: Actor, givenRoot?: KeyObject): Promise<void> {
    return this.change('rotate', actor, givenRoot, async ({ keys, all, now, secretKey }) => {
      await keys.retire(currentOf('root', all), { notAfter: now, revokedAt: null });
      return addKey(keys, 'root', now, secretKey);
    });
  }

  /**
   * Hands the root's private half out, and forgets it when that has worked.
   * @throws {ApiError} 409 when it isn't here any more
   */
  async exportRoot(actor: Actor, handOut: (privateKey: KeyObject, kid: string) => Promise<void>): Promise<void> {
    const shown = await this.keys.findCurrent('root');
    if (!shown) throw conflict(NOT_SET_UP);
    await handOut(rootPrivateKey(shown, this.secretKey.get()), shown.kid);
    await this.transact(async (transaction) => {
      const latest = await this.keySets.within(transaction).lockLatest();
      const keys = this.keys.within(transaction);
      const root = await keys.findCurrent('root');
      // What was handed out signs nothing any more, then.
      if (!latest || root?.kid !== shown.kid) throw conflict(ROOT_CHANGED);
      await keys.forgetPrivateKey(root);
      const targetId = latest.version;
      const states = { before: { root: root.kid, isExported: false }, after: { root: root.kid, isExported: true } };
      const change = { action: 'update', targetType: 'keySet', targetId, ...states } as const;
      await this.audit.within(transaction).append(actor, [change]);
    });
  }

  /**
   * @param work changes the keys; it hands over a new root key if it makes one, and says 'nothing' if it changes nothing
   */
  private change(
    action: AuditAction,
    actor: Actor,
    givenRoot: KeyObject | undefined,
    work: (scene: Scene) => Promise<Signer | 'nothing' | undefined | void>,
  ): Promise<void> {
    return this.transact(async (transaction) => {
      const latest = await this.keySets.within(transaction).lockLatest();
      if (!latest) throw conflict(NOT_SET_UP);
      const keys = this.keys.within(transaction);
      const all = await keys.findAll();
      const secretKey = this.secretKey.get();
      const root = currentOf('root', all);
      const now = seconds();
      const before = readKeySet(latest);
      const done = await work({ keys, all, now, secretKey });
      if (done === 'nothing') return;
      // Not before: who revokes what is revoked already needs no root.
      const signers = [{ kid: root.kid, privateKey: rootPrivateKey(root, secretKey, givenRoot) }];
      if (done) signers.push(done);
      const payload = describeKeySet(before.iss, before.version + 1, now, await keys.findAll());
      await this.publish(transaction, payload, signers);
      await this.record(transaction, actor, action, before, payload);
    });
  }

  /** Makes a root key and a signing key, and publishes the set that names them. */
  private async begin(
    transaction: EntityManager,
    iss: string,
    version: number,
    secretKey: KeyObject,
  ): Promise<KeySetPayload> {
    const keys = this.keys.within(transaction);
    const now = seconds();
    const root = await addKey(keys, 'root', now, secretKey);
    await addKey(keys, 'signing', now, secretKey);
    const payload = describeKeySet(iss, version, now, await keys.findAll());
    await this.publish(transaction, payload, [root]);
    return payload;
  }

  /** Of two who publish the same version, the slower one begins anew. */
  private async transact(work: (transaction: EntityManager) => Promise<void>): Promise<void> {
    await retryConflicts(() => this.transactions.run(work), ['duplicate']);
    await this.signer.refresh();
  }

  private async publish(transaction: EntityManager, payload: KeySetPayload, signers: Signer[]): Promise<void> {
    const keySet: KeySet = {
      version: payload.version,
      jws: signGeneral('keylink-keys+jwt', payload, signers),
      createdAt: Date.now(),
    };
    await this.keySets.within(transaction).insert(keySet);
  }

  private async record(
    transaction: EntityManager,
    actor: Actor,
    action: AuditAction,
    before: KeySetPayload | undefined,
    after: KeySetPayload,
  ): Promise<void> {
    const change = { action, targetType: 'keySet', targetId: after.version, before, after } as const;
    await this.audit.within(transaction).append(actor, [change]);
  }
}

async function addKey(
  keys: SigningKeysRepository,
  role: KeyRole,
  notBefore: number,
  secretKey: KeyObject,
): Promise<Signer> {
  const { kid, x, privateKey } = newKey();
  const encrypted = encryptPrivateKey(secretKey, kid, privateKey);
  await keys.insert({ role, kid, x, notBefore, notAfter: null, revokedAt: null, privateKey: encrypted });
  return { kid, privateKey };
}

/** @throws {ApiError} 409 when `kid` doesn't name the root key of the latest set */
function requireRoot(kid: string, latest: KeySet | undefined): KeySetPayload {
  if (!latest) throw conflict(NOT_SET_UP);
  const payload = readKeySet(latest);
  if (payload.root.kid !== kid) throw conflict(notTheRoot(payload.root.kid));
  return payload;
}

function currentOf(role: KeyRole, keys: readonly SigningKey[]): SigningKey {
  return keys.find((key) => key.role === role && key.notAfter === null)!;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
