import { checkListener, checkRequest, checkText } from './arguments.js';
import { Cache, type Standing } from './cache.js';
import { type Clock, SignedTime, systemClock } from './clock.js';
import { type Asked, Contact } from './contact.js';
import { type Crypto, sha256 } from './crypto.js';
import { KeyChain } from './key-chain.js';
import { type LicenseOutcome, Offline } from './offline.js';
import type { CheckOptions, CheckRequest, ClientOptions, Store } from './options.js';
import { type Allowed, allowedBy, NoVerdict, type Outcome, type Unreachable } from './outcome.js';
import { renewalOf, retryOf, retryRefused, retryWithoutPass } from './renewal.js';
import { Service } from './service.js';
import { type Binding } from './token.js';
import { type Watch, Watcher } from './watch.js';

export type ReleaseOutcome = { readonly outcome: 'released' } | Unreachable;

/** What a client is made of, once its store was read. */
interface Parts {
  readonly time: SignedTime;
  readonly cache: Cache;
  readonly contact: Contact;
  readonly offline: Offline;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const TIMEOUT = 10_000;

/** Asks a keylink service whether this copy may run, and goes by what is signed when nobody answers. `createClient` makes it. */
export class KeylinkClient {
  private readonly parts: Promise<Parts>;
  private readonly asking = new Map<string, Promise<Outcome>>();
  private readonly clock: Clock;
  private readonly renewEvery: number;

  constructor(
    private readonly options: ClientOptions,
    private readonly crypto: Crypto,
    store: Store,
  ) {
    this.clock = options.clock ?? systemClock;
    this.renewEvery = options.renewEvery ?? DAY;
    this.parts = this.open(store);
  }

  /**
   * Whether this copy may run. With a pass that holds it answers at once, and renews it in the background when that is due;
   * without one it asks the service. Nothing that the network does makes it throw, and only a signed verdict refuses.
   * @throws TypeError that names what is wrong with the request; so do the other methods
   */
  async check(options: CheckOptions): Promise<Outcome> {
    checkRequest('check', options);
    const parts = await this.parts;
    const binding = await this.bindingOf(options);
    const standing = await parts.cache.standing(binding);
    const allowed = allows(standing, parts.time);
    if (!standing || !allowed || options.fresh) return this.ask(options, binding);
    if (this.untilDue(standing, parts) === 0) this.ask(options, binding).catch(this.report);
    return allowed;
  }

  /**
   * Checks, and keeps the pass renewed: that of a lease at a third of its length. The listener is told the first outcome, and
   * each that differs from the one before in `outcome` or `status`. A watch keeps no process alive.
   */
  watch(request: CheckRequest, listener: (outcome: Outcome) => void): Watch {
    checkRequest('watch', request);
    checkListener(listener);
    const watched = {
      renew: () => this.renew(request),
      untilNext: (outcome: Outcome, failures: number) => this.untilNext(request, outcome, failures),
    };
    return new Watcher(this.clock, watched, listener, this.report).begin(this.check(request));
  }

  /** Gives the device's seat back, and forgets the pass once the service has it. */
  async release(request: CheckRequest): Promise<ReleaseOutcome> {
    checkRequest('release', request);
    const { contact, cache } = await this.parts;
    try {
      await contact.release(request);
    } catch (error) {
      const { reason, message, code } = this.problemOf(error);
      return { outcome: 'unreachable', reason, message, code };
    }
    // Of whatever version.
    await cache.forgetVerdicts({ ...(await this.bindingOf(request)), version: undefined });
    await this.save(cache);
    return { outcome: 'released' };
  }

  /**
   * Takes an offline license: the text that the service's operator gave, in which key sets may stand on lines of their own.
   * @param request whose license it is to be; without it, that shows in the next check
   */
  async useLicense(text: string, request?: CheckRequest): Promise<LicenseOutcome> {
    checkText('useLicense', text);
    if (request !== undefined) checkRequest('useLicense', request);
    const { offline, cache } = await this.parts;
    const outcome = await offline.take(text, request && (await this.bindingOf(request)));
    await this.save(cache);
    return outcome;
  }

  /** A line that asks for an offline license, to be carried to the service's operator. The same store takes the license. */
  async requestCode(request: CheckRequest): Promise<string> {
    checkRequest('requestCode', request);
    const { offline, cache } = await this.parts;
    const code = offline.requestCode(request);
    await this.save(cache);
    return code;
  }

  private async open(store: Store): Promise<Parts> {
    const { url, product, apiKey, keySets = [], timeout = TIMEOUT, entitlements, version } = this.options;
    const fetch = this.options.fetch ?? ((address, init) => globalThis.fetch(address, init));
    const time = new SignedTime(this.clock);
    const chain = await KeyChain.startingAt(this.crypto, this.options.rootKey);
    const cache = new Cache(this.crypto, store, chain, time);
    await cache.load().catch(this.report);
    if (!(await chain.restore(keySets))) this.report(new NoVerdict('keys', 'The built-in key sets are not believed.'));
    const service = new Service(url, product, apiKey, fetch, { entitlements: entitlements || undefined, version });
    const contact = new Contact(this.crypto, this.clock, time, chain, cache, service, timeout);
    return { time, cache, contact, offline: new Offline(this.crypto, chain, cache, time, product) };
  }

  private async bindingOf({ key, device }: CheckRequest): Promise<Binding> {
    const hash = (text: string): Promise<string> => sha256(this.crypto, text);
    return {
      key: await hash(key),
      product: this.options.product,
      version: this.options.version,
      device: device === undefined ? undefined : await hash(device),
    };
  }

  /** Several who ask the same at a time share one contact. */
  private ask(request: CheckRequest, binding: Binding): Promise<Outcome> {
    const name = JSON.stringify(binding);
    const asking = this.asking.get(name) ?? this.askOnce(request, binding).finally(() => this.asking.delete(name));
    this.asking.set(name, asking);
    return asking;
  }

  private async askOnce(request: CheckRequest, binding: Binding): Promise<Outcome> {
    const parts = await this.parts;
    try {
      refuseToHurry(parts);
      const asked = await parts.contact.ask(request, binding);
      return await this.keep(asked, parts);
    } catch (error) {
      return this.withoutVerdict(this.problemOf(error), binding, parts);
    }
  }

  private async keep({ text, verdict, details }: Asked, { cache, time }: Parts): Promise<Outcome> {
    time.isNow(verdict.iat);
    await cache.add(text, verdict);
    const now = time.now();
    // By a clock that is days ahead, a pass is due as soon as it comes: it is used for a while all the same.
    const isDue = verdict.pass && renewalOf(verdict, this.renewEvery) <= now;
    cache.renewAfter = isDue ? now + retryOf(verdict, this.renewEvery, this.random()) : 0;
    cache.retryAfter = 0;
    await this.save(cache);
    if (verdict.pass) return allowedBy(verdict, 'service');
    const { status, newestCovered } = verdict;
    return { outcome: 'refused', status, details: details ?? status, newestCovered };
  }

  private async withoutVerdict(problem: NoVerdict, binding: Binding, { cache, time }: Parts): Promise<Outcome> {
    const now = time.now();
    const standing = await cache.standing(binding);
    if (problem.reason !== 'retry-later') {
      if (standing) cache.renewAfter = now + retryOf(standing.token, this.renewEvery, this.random());
      if (problem.retryAfter !== undefined) cache.retryAfter = now + problem.retryAfter;
      await this.save(cache);
    }
    const allowed = allows(standing, time);
    if (allowed) return allowed;
    const until = standing && standing.token.exp * 1000;
    const isClock = until !== undefined && until > now && time.isSetBack();
    const message = isClock ? `The clock was set back. ${problem.message}` : problem.message;
    return { outcome: 'unreachable', reason: isClock ? 'clock' : problem.reason, message, code: problem.code, until };
  }

  private async renew(request: CheckRequest): Promise<Outcome> {
    const parts = await this.parts;
    const binding = await this.bindingOf(request);
    const standing = await parts.cache.standing(binding);
    const allowed = allows(standing, parts.time);
    const isEarly = standing && this.untilDue(standing, parts) > 0;
    return allowed && isEarly ? allowed : this.ask(request, binding);
  }

  private async untilNext(request: CheckRequest, outcome: Outcome, failures: number): Promise<number> {
    const parts = await this.parts;
    const now = parts.time.now();
    if (outcome.outcome === 'refused') return retryRefused(this.renewEvery, this.random());
    const standing = await parts.cache.standing(await this.bindingOf(request));
    if (outcome.outcome === 'allowed' && standing) {
      const [due, left] = [this.untilDue(standing, parts), standing.token.exp * 1000 - now];
      // What the service says now, a clock that is days ahead may take for long over.
      return left <= 0 && outcome.source === 'service' ? due : Math.min(due, left);
    }
    return Math.max(retryWithoutPass(failures, this.random()), waitOf(parts.cache.retryAfter, now, HOUR));
  }

  /** How long until a pass is to be renewed, milliseconds; longer when that failed, or the service asked to wait. 0 once it is due. */
  private untilDue({ token }: Standing, { cache, time }: Parts): number {
    // One look at the clock: two see two times, and what is due by one of them would not be by the other.
    const now = time.now();
    const wait = Math.max(waitOf(cache.renewAfter, now, this.renewEvery), waitOf(cache.retryAfter, now, HOUR));
    return Math.max(renewalOf(token, this.renewEvery) - now, wait);
  }

  private async save(cache: Cache): Promise<void> {
    await cache.save().catch(this.report);
  }

  /** A number from 0 to 1. */
  private random(): number {
    const [high, low] = this.crypto.randomBytes(2);
    return (high * 256 + low) / 65_536;
  }

  private problemOf(error: unknown): NoVerdict {
    if (!(error instanceof NoVerdict)) throw error;
    this.report(error);
    return error;
  }

  private readonly report = (error: unknown): void => {
    const message = error instanceof Error ? error.message : String(error);
    this.options.onProblem?.({ reason: error instanceof NoVerdict ? error.reason : 'store', message });
  };
}

function allows(standing: Standing | undefined, time: SignedTime): Allowed | undefined {
  if (!standing || time.isSetBack()) return undefined;
  const allowed = allowedBy(standing.token, standing.source);
  return allowed.until > time.now() ? allowed : undefined;
}

function refuseToHurry({ cache, time }: Parts): void {
  const wait = waitOf(cache.retryAfter, time.now(), HOUR);
  if (wait <= 0) return;
  throw new NoVerdict('retry-later', `The service asked to wait for ${Math.ceil(wait / 1000)} more seconds.`);
}

/** How long until a time that was kept, milliseconds. One that lies further ahead than any that is made is nonsense. */
const waitOf = (time: number, now: number, longest: number): number =>
  time - now > longest ? 0 : Math.max(time - now, 0);
