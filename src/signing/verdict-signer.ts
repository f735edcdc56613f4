import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/metrics/metrics';
import { Settings } from '../platform/settings/settings';
import { TokenSigner } from './token-signer';
import { type VerdictFacts, verdictPayload } from './verdict-payload';

/** Signs verdicts, so that nobody between service and client can answer in the service's name. */
@Injectable()
export class VerdictSigner {
  constructor(
    private readonly tokens: TokenSigner,
    private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {}

  /**
   * A verdict as a JWS. Synchronous, some 50 microseconds: no batch of checks is answered meanwhile.
   * @param now milliseconds since the Unix epoch
   * @returns undefined as long as signing isn't set up
   */
  sign(facts: VerdictFacts, now = Date.now()): string | undefined {
    const token = this.tokens.sign('keylink-verdict+jwt', verdictPayload(facts, this.settings.offlineDays, now));
    if (token !== undefined) this.metrics.countSignature('verdict');
    return token;
  }
}
