import { createHash, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { SignInLimit } from '../../../platform/limits/sign-in-limit';
import { hashRoleSettings } from '../../../platform/settings/open-id';
import { Settings } from '../../../platform/settings/settings';
import { escapeUnreadable } from '../../../platform/validation/readable-text';
import type { NewSession } from '../sessions.service';
import { SessionsService } from '../sessions.service';
import { IdentityProvider, reasonOf } from './identity-provider';
import { nameOf, roleOf } from './person';
import { returnPath } from './return-to';
import type { SignIn } from './sign-in.entity';
import { SignInsRepository } from './sign-ins.repository';

/** Time a person may take at the identity provider. */
export const SIGN_IN_SECONDS = 600;
const LONGEST_SUBJECT = 255;
const COOKIE_BYTES = 32;
const COOKIE = /^[\w-]{43}$/;

export type Problem = 'expired' | 'refused' | 'no-role' | 'unreachable' | 'busy' | 'failed';

export class SignInProblem extends Error {
  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(`Nobody was signed in: ${problem}`, options);
    this.name = 'SignInProblem';
  }
}

interface Return {
  readonly redirectUri: string;
  readonly query: string;
  readonly cookie: string | undefined;
  readonly address: string;
  readonly requestId: string;
}

@Injectable()
export class OpenIdService {
  private readonly logger = new Logger('SignIn');

  constructor(
    private readonly provider: IdentityProvider,
    private readonly signIns: SignInsRepository,
    private readonly sessions: SessionsService,
    private readonly limit: SignInLimit,
    private readonly settings: Settings,
  ) {}

  /** @throws {SignInProblem} if the provider can't be reached or the address began too many */
  async begin(redirectUri: string, address: string, returnTo: unknown): Promise<{ url: string; cookie: string }> {
    await this.count(address);
    const { url, checks } = await this.provider.begin(redirectUri).catch((error: unknown) => {
      throw new SignInProblem('unreachable', { cause: error });
    });
    const cookie = randomBytes(COOKIE_BYTES).toString('base64url');
    const now = Date.now();
    const row = {
      hash: hashOf(cookie),
      ...checks,
      returnTo: returnPath(returnTo),
      expiresAt: now + SIGN_IN_SECONDS * 1000,
    };
    await this.signIns.insert(row, now);
    return { url, cookie };
  }

  /** Works once per `begin`. @throws {SignInProblem} if a check fails or the person has no role */
  async finish(came: Return): Promise<NewSession & { returnTo: string }> {
    const signIn = await this.findSignIn(came);
    const claims = await this.provider
      .finish(new URL(came.redirectUri + came.query), signIn)
      .catch((error: unknown) => this.explain(error));
    const openId = this.settings.openId!;
    const { issuer, roles } = openId;
    const role = roleOf(claims, roles);
    const name = nameOf(claims);
    if (role === undefined) {
      this.logger.warn(`${name} (${escapeUnreadable(claims.sub)}) is in none of the groups of OIDC_ROLES.`);
      throw new SignInProblem('no-role');
    }
    if (claims.sub.length > LONGEST_SUBJECT) throw new SignInProblem('failed');
    const actor = { apiKeyId: null, name, address: came.address, requestId: came.requestId };
    const person = { issuer, subject: claims.sub, name, role, roleSettings: hashRoleSettings(openId) };
    const opened = await this.sessions.openByPerson(person, actor);
    return { ...opened, returnTo: signIn.returnTo };
  }

  /** A cookie from `begin` was counted then; any other counts against the address now. */
  private async findSignIn({ cookie, address }: Return): Promise<SignIn> {
    if (cookie === undefined || !COOKIE.test(cookie)) throw new SignInProblem('expired');
    const signIn = await this.signIns.take(hashOf(cookie), Date.now());
    if (signIn) return signIn;
    await this.count(address);
    throw new SignInProblem('expired');
  }

  private async count(address: string): Promise<void> {
    if ((await this.limit.count(address)) > 0) throw new SignInProblem('busy');
  }

  private explain(error: unknown): never {
    const { code, error: answered, name } = error as { code?: unknown; error?: unknown; name?: unknown };
    this.logger.warn(`A sign-in failed: ${reasonOf(error)}`);
    if (answered === 'access_denied') throw new SignInProblem('refused', { cause: error });
    const isAway = code === 'OAUTH_TIMEOUT' || name === 'TimeoutError' || (error as Error).message === 'fetch failed';
    throw new SignInProblem(isAway ? 'unreachable' : 'failed', { cause: error });
  }
}

function hashOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex');
}
