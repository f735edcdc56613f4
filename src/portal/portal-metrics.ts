import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../platform/metrics/metrics';

/** `asked`: requested a code. `passed`: signed in by code or link. `refused`: wrong or expired code or link. */
type SignIn = 'asked' | 'passed' | 'refused';
/** What customers did themselves. */
type Act = 'release' | 'replacement' | 'license' | 'address';

/** No label identifies a person. */
@Injectable()
export class PortalMetrics {
  private readonly signIns = new Counter({
    name: 'keylink_portal_sign_ins_total',
    help: 'Codes that customers asked for, and codes and links by which they came into the portal or did not, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [],
  });
  private readonly acts = new Counter({
    name: 'keylink_portal_acts_total',
    help: 'What customers did in the portal: devices released, license keys replaced, offline licenses issued, addresses changed.',
    labelNames: ['act'] as const,
    registers: [],
  });

  constructor({ registry }: Metrics) {
    registry.registerMetric(this.signIns);
    registry.registerMetric(this.acts);
  }

  countSignIn(outcome: SignIn): void {
    this.signIns.inc({ outcome });
  }

  countAct(act: Act): void {
    this.acts.inc({ act });
  }
}
