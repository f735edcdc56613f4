import type { Command } from 'commander';
import { canonicalAddress } from '../platform/addresses/address';
import type { Finding } from './finding';
import { examine } from './doctor';
import { printJson, printLine } from './output';

interface Options {
  readonly json?: true;
  readonly peer: string;
  readonly forwardedFor: string;
}

const SIGNS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' } as const;

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'look for what is wrong with the settings, the database and the API keys; exit code 1 when something is',
    )
    .option('--peer <address>', 'show whose address a request has that comes from this one', '127.0.0.1')
    .option('--forwarded-for <chain>', 'and has this X-Forwarded-For, such as "203.0.113.9, 10.0.0.1"', '')
    .option('--json', 'print JSON')
    .action(doctor);
}

async function doctor({ json, peer, forwardedFor }: Options): Promise<void> {
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
