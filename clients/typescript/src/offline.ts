import { encodeBase64url } from './base64url.js';
import type { Cache } from './cache.js';
import type { SignedTime } from './clock.js';
import { type Crypto, utf8 } from './crypto.js';
import type { KeyChain } from './key-chain.js';
import type { CheckRequest } from './options.js';
import { type Allowed, allowedBy } from './outcome.js';
import { type Binding, isFor, type License, readToken } from './token.js';

/** Whether an offline license was taken, and why not. */
export type LicenseOutcome =
  | (Allowed & { readonly source: 'license' })
  | { readonly outcome: 'unusable'; readonly message: string };

const unusable = (message: string): LicenseOutcome => ({ outcome: 'unusable', message });

/** What is carried between this machine and the service's operator, by hand. */
export class Offline {
  constructor(
    private readonly crypto: Crypto,
    private readonly chain: KeyChain,
    private readonly cache: Cache,
    private readonly time: SignedTime,
    private readonly product: number,
  ) {}

  /** @param binding whose license it is to be, when that is known already */
  async take(text: string, binding: Binding | undefined): Promise<LicenseOutcome> {
    const lines = text.split('\n').map((line) => line.trim());
    await this.chain.restore(lines.filter(isKeySet));
    const [line, ...others] = lines.filter((each) => each !== '' && !isKeySet(each));
    if (line === undefined || others.length > 0) return unusable('That is not one license.');
    if (!this.chain.latest) return unusable('No key set of the service is known here that could vouch for a license.');
    const license = await readToken(this.crypto, this.chain.latest, line);
    if (typeof license === 'string') return unusable(`The license is not to be believed: ${license}.`);
    if (license.kind !== 'license') return unusable('That is a verdict, not a license.');
    const fault = this.faultOf(license, binding);
    if (fault) return unusable(fault);
    await this.cache.add(line, license);
    this.time.saw(license.iat);
    return allowedBy(license, 'license');
  }

  /** One line: the service hashes key and device itself. */
  requestCode({ key, device }: CheckRequest): string {
    const nonce = encodeBase64url(this.crypto.randomBytes(18));
    this.cache.addRequest(nonce);
    return `KLR1.${encodeBase64url(utf8(JSON.stringify({ key, product: this.product, device, nonce })))}`;
  }

  private faultOf(license: License, binding: Binding | undefined): string | undefined {
    if (license.product !== this.product) return 'The license is for another product.';
    if (binding && !isFor(license, binding)) return 'The license is for another license key or device.';
    if (license.exp * 1000 <= this.time.now()) return 'The license has ended.';
    const answersOther = license.nonce !== undefined && !this.cache.hasRequested(license.nonce);
    return answersOther ? 'The license answers a request that was not made here.' : undefined;
  }
}

const isKeySet = (line: string): boolean => line.startsWith('{');
