import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/audit/actor';
import { AuditRecordsRepository } from '../access/audit/audit-records.repository';
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
  message: 'Somebody else has published a key set meanwhile; nothing was signed. Begin again.',
};
const notTheRoot = (kid: string): Problem<'signing.otherRoot'> => ({
  code: 'signing.otherRoot',
  message: `To begin anew, name the root key that is lost by its kid, ${kid}: programs with it believe nothing more from then on.`,
});

/** How a change is signed, where the root's private half isn't in the database. */
export interface Signing {
  readonly root?: KeyObject;
  /** Shown what will be signed; throws when it shall not be. */
  readonly approve?: (draft: Draft) => Promise<void>;
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
      const state = await this.look(transaction);
      if (state) throw conflict(ALREADY_SET_UP);
      await this.publish(transaction, state, draftFirst(iss, seconds()), secretKey, actor);
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
    requireRoot(lost, await this.transactions.run((transaction) => this.look(transaction)));
    const secretKey = await this.secretKey.getOrMake();
    await this.transact(async (transaction) => {
      const state = await this.look(transaction);
      const draft = draftAnew(requireRoot(lost, state), iss, seconds());
      await this.publish(transaction, state, draft, secretKey, actor);
    });
  }

  /**
   * Gives the signing key's place to a new one. What the one before signed stays valid.
   * @throws {ApiError} 409 when the root's private half can't be had, or the database says what isn't signed
   */
  rotate(actor: Actor, signing: Signing = {}): Promise<void> {
    return this.change(actor, signing, draftRotation);
  }

  /**
   * Ends whatever a signing key has signed; a key that still signs is replaced. Revoking it again changes nothing.
   * @throws {ApiError} 404 when no signing key has this `kid`, 409 as `rotate`
   */
  revoke(kid: string, actor: Actor, signing: Signing = {}): Promise<void> {
    return this.change(actor, signing, draftRevocation(kid));
  }

  /**
   * Replaces the root key by a new one, whose private half is in the database; both sign the key set that tells of it.
   * @throws {ApiError} 409 as `rotate`
   */
  rotateRoot(actor: Actor, signing: Signing = {}): Promise<void> {
    return this.change(actor, signing, draftRoot);
  }

  /**
   * Hands the root's private half out, and forgets it when that has worked.
   * @throws {ApiError} 409 when it isn't here any more
   */
  async exportRoot(actor: Actor, handOut: (privateKey: KeyObject, kid: string) => Promise<void>): Promise<void> {
    const { latest, rows } = requireSetUp(await this.transactions.run((transaction) => this.look(transaction)));
    const { kid } = latest.payload.root;
    await handOut(rootPrivateKey(rowOf(kid, rows), this.secretKey.get()), kid);
    await this.transact(async (transaction) => {
      const { latest, rows } = requireSetUp(await this.look(transaction));
      const root = rowOf(kid, rows);
      // What was handed out signs nothing any more, then.
      if (latest.payload.root.kid !== kid || root.privateKey === null) throw conflict(ROOT_CHANGED);
      await this.keys.within(transaction).forgetPrivateKey(root);
      const targetId = latest.payload.version;
      const states = { before: { root: kid, isExported: false }, after: { root: kid, isExported: true } };
      const change = { action: 'update', targetType: 'keySet', targetId, ...states } as const;
      await this.audit.within(transaction).append(actor, [change]);
    });
  }

  /**
   * Signs what follows from the last signed key set. What was shown to be approved is signed as it was shown, or not at all; nobody
   * is kept waiting for that.
   * @throws {ApiError} 409 as `rotate`, and when another change came in between
   */
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
    // What can't be signed isn't shown.
    signDraft(next, { rows: state.rows, secretKey: this.secretKey.get(), given });
    await approve(next);
    return { draft: next, latest: state.latest.jws };
  }

  /** What is signed, of which nobody else publishes the next version meanwhile. @throws {ApiError} 409 when the tables differ from it */
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
    await this.audit.within(transaction).append(actor, [change]);
  }

  /** Of two who publish the same version, the slower one begins anew. */
  private async transact(work: (transaction: EntityManager) => Promise<void>): Promise<void> {
    await retryConflicts(() => this.transactions.run(work), ['duplicate']);
    await this.signer.refresh();
  }
}

/** @throws {ApiError} 409 when `kid` doesn't name the root key of the latest set */
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
