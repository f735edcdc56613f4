import { canonicalAddress } from '../platform/addresses/address';
import type { Finding } from '../operations/doctor/finding';
import { examine } from './doctor';
import { printJson, printLine } from './output';

interface Options {
  readonly json?: true;
  readonly peer: string;
  readonly forwardedFor: string;
}

const SIGNS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' } as const;

export async function doctor({ json, peer, forwardedFor }: Options): Promise<void> {
  const address = canonicalAddress(peer);
  if (address === undefined) throw new Error(`--peer must be one IPv4 or IPv6 address; "${peer}" is none.`);
  const findings = await examine({ peer: address, forwardedFor });
  const failed = findings.some(({ status }) => status === 'failed');
  if (json) printJson({ ok: !failed, checks: findings });
  else for (const finding of findings) printLine(line(finding));
  if (failed) process.exitCode = 1;
}

function line({ status, check, message }: Finding): string {
  return `${SIGNS[status]}  ${check}: ${message}`;
}
