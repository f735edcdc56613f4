import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import { ChangeLog } from '../access/audit/change-log';
import { retryConflicts } from '../platform/database/retry-conflicts';
import { Transactions } from '../platform/database/transactions';
import type { Problem } from '../platform/errors/error-codes';
import { conflict } from '../platform/errors/errors';
import { followKeySet } from './key-rows';
import {
  type Draft,
  draftAnew,
  draftFirst,
  type Drafting,
  draftRevocation,
  draftRoot,
  draftRotation,
} from './key-set-draft';
import type { KeySetPayload } from './key-set-payload';
import { readState, refuseFaults, type State } from './key-set-state';
import { KeySetsRepository } from './key-sets.repository';
import { ROOT_CHANGED, rootPrivateKey } from './root-key';
import { SecretKey } from './secret-key';
import { signDraft } from './sign-draft';
import type { SigningKey } from './signing-key.entity';
import { SigningKeysRepository } from './signing-keys.repository';
import { NOT_SET_UP, RESTORED, TokenSigner } from './token-signer';

export const ALREADY_SET_UP: Problem<'signing.alreadySetUp'> = {
  code: 'signing.alreadySetUp',
  message: 'Signing is set up already; rotate its keys instead.',
};
export const CHANGED_MEANWHILE: Problem<'signing.changed'> = {
  code: 'signing.changed',
  message: 'Somebody else published a key set in the meantime; nothing was signed. Start again.',
};
const notTheRoot = (kid: string): Problem<'signing.otherRoot'> => ({
  code: 'signing.otherRoot',
  message: `To start over, give the kid of the lost root key, ${kid}: programs built with it trust nothing from then on.`,
});

/** How to sign a change if the root's private half isn't in the database. */
export interface Signing {
  readonly root?: KeyObject;
  /** Throws to reject the draft. */
  readonly approve?: (draft: Draft) => Promise<void>;
}

/** Sets up signing and changes its keys. Each change publishes the next key set. */
@Injectable()
export class KeySetsService {
  constructor(
    private readonly keySets: KeySetsRepository,
    private readonly keys: SigningKeysRepository,
    private readonly secretKey: SecretKey,
    private readonly changeLog: ChangeLog,
    private readonly transactions: Transactions,
    private readonly signer: TokenSigner,
  ) {}

  /** @throws {ApiError} 409 if signing is set up already or there is no secret key */
  async setUp(iss: string, actor: Actor): Promise<void> {
    if (await this.keySets.findLatest()) throw conflict(ALREADY_SET_UP);
    const secretKey = await this.secretKey.getOrMake();
    await this.transact(async (transaction) => {
      const state = await this.look(transaction);
      if (state) throw conflict(ALREADY_SET_UP);
      await this.publish(transaction, state, draftFirst(iss, seconds()), secretKey, actor);
    });
  }

  /**
   * Replaces a lost root: old programs trust nothing signed later, new ones nothing earlier.
   * @throws {ApiError} 409 if `lost` isn't the current root or there is no secret key
   */
  async beginAnew(lost: string, iss: string | undefined, actor: Actor): Promise<void> {
    requireRoot(lost, await this.transactions.run((transaction) => this.look(transaction)));
    const secretKey = await this.secretKey.getOrMake();
    await this.transact(async (transaction) => {
      const state = await this.look(transaction);
      const draft = draftAnew(requireRoot(lost, state), iss, seconds());
      await this.publish(transaction, state, draft, secretKey, actor);
    });
  }

  /** @throws {ApiError} 409 if the root's private half is unavailable or the tables don't match the signed sets */
  rotate(actor: Actor, signing: Signing = {}): Promise<void> {
    return this.change(actor, signing, draftRotation);
  }

  /** Invalidates everything the key signed. Idempotent. @throws {ApiError} 404 for an unknown `kid`, 409 as `rotate` */
  revoke(kid: string, actor: Actor, signing: Signing = {}): Promise<void> {
    return this.change(actor, signing, draftRevocation(kid));
  }

  /** Both root keys sign the next key set. @throws {ApiError} 409 as `rotate` */
  rotateRoot(actor: Actor, signing: Signing = {}): Promise<void> {
    return this.change(actor, signing, draftRoot);
  }

  /** Exports the root's private half and deletes it if that succeeds. @throws {ApiError} 409 if it is gone already */
  async exportRoot(actor: Actor, handOut: (privateKey: KeyObject, kid: string) => Promise<void>): Promise<void> {
    const { latest, rows } = requireSetUp(await this.transactions.run((transaction) => this.look(transaction)));
    const { kid } = latest.payload.root;
    await handOut(rootPrivateKey(rowOf(kid, rows), this.secretKey.get()), kid);
    await this.transact(async (transaction) => {
      const { latest, rows } = requireSetUp(await this.look(transaction));
      const root = rowOf(kid, rows);
      if (latest.payload.root.kid !== kid || root.privateKey === null) throw conflict(ROOT_CHANGED);
      await this.keys.within(transaction).forgetPrivateKey(root);
      const targetId = latest.payload.version;
      const states = { before: { root: kid, isExported: false }, after: { root: kid, isExported: true } };
      const change = { action: 'update', targetType: 'keySet', targetId, ...states } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
    });
  }

  /** Signs a draft as approved; takes no lock meanwhile. @throws {ApiError} 409 as `rotate`, or after another change */
  async change(actor: Actor, { root: given, approve }: Signing, draft: Drafting): Promise<void> {
    const shown = approve && (await this.show(draft, given, approve));
    if (shown === 'nothing') return;
    await this.transact(async (transaction) => {
      const state = requireSetUp(await this.look(transaction));
      const { jws, payload } = state.latest;
      if (payload.version < this.signer.version) throw conflict(RESTORED);
      if (shown && shown.latest !== jws) throw conflict(CHANGED_MEANWHILE);
      const next = shown?.draft ?? refuseFaults(() => draft(state, seconds()));
      if (next) await this.publish(transaction, state, next, this.secretKey.get(), actor, given);
    });
  }

  private async show(draft: Drafting, given: KeyObject | undefined, approve: NonNullable<Signing['approve']>) {
    const state = requireSetUp(await this.transactions.run((transaction) => this.look(transaction)));
    const next = refuseFaults(() => draft(state, seconds()));
    if (!next) return 'nothing';
    // Only ask for approval of what can be signed.
    signDraft(next, { rows: state.rows, secretKey: this.secretKey.get(), given });
    await approve(next);
    return { draft: next, latest: state.latest.jws };
  }

  /** Reads and locks the state. @throws {ApiError} 409 if the tables don't match the signed sets */
  private async look(transaction: EntityManager): Promise<State | undefined> {
    const sets = await this.keySets.within(transaction).lockAll();
    const rows = await this.keys.within(transaction).findAll();
    return refuseFaults(() => readState(sets, rows));
  }

  private async publish(
    transaction: EntityManager,
    state: State | undefined,
    draft: Draft,
    secretKey: KeyObject,
    actor: Actor,
    given?: KeyObject,
  ): Promise<void> {
    const rows = state?.rows ?? [];
    for (const { version, jws } of signDraft(draft, { rows, secretKey, given })) {
      await this.keySets.within(transaction).insert({ version, jws, createdAt: Date.now() });
    }
    await followKeySet(this.keys.within(transaction), rows, draft, secretKey);
    const { action, before, after } = draft;
    const change = { action, targetType: 'keySet', targetId: after.version, before, after } as const;
    await this.changeLog.within(transaction).append(actor, [change]);
  }

  /** If two publish the same version, the slower one starts over. */
  private async transact(work: (transaction: EntityManager) => Promise<void>): Promise<void> {
    await retryConflicts(() => this.transactions.run(work), ['duplicate']);
    await this.signer.refresh();
  }
}

function requireRoot(kid: string, state: State | undefined): KeySetPayload {
  const { payload } = requireSetUp(state).latest;
  if (payload.root.kid !== kid) throw conflict(notTheRoot(payload.root.kid));
  return payload;
}

function requireSetUp(state: State | undefined): State {
  if (!state) throw conflict(NOT_SET_UP);
  return state;
}

const rowOf = (kid: string, rows: readonly SigningKey[]): SigningKey => rows.find((row) => row.kid === kid)!;

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
