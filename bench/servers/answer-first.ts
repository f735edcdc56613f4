import type { DataSource } from 'typeorm';
import type { CheckRequest } from '../../src/licensing/license-check/judgements';
import { judge, type Verdict } from '../../src/licensing/license-check/verdict';
import { LicenseKey } from '../../src/licensing/license-keys/license-key.entity';
import { Link } from '../../src/links/link.entity';
import { type Answer, UNKNOWN, type Visit } from '../../src/links/redirects/visit';
import { batchesOf, plainCheck } from './batches';
import { serve } from './bare-server';
import { failStart, openServerDatabase } from './environment';

const WRITE_EVERY_MS = 100;
const MOST_IN_A_BATCH = 500;

/**
 * A control: it answers from what it reads, and writes all that it answered a moment later. A durability test that
 * finds nothing lost here can't find anything anywhere.
 */
async function main(): Promise<void> {
  const dataSource = await openServerDatabase();
  const { checkBatch, visitBatch } = batchesOf(dataSource);
  const checks: CheckRequest[] = [];
  const visits: Visit[] = [];
  writeRepeatedly(async () => {
    if (checks.length > 0) await checkBatch.commit(checks.splice(0, MOST_IN_A_BATCH));
    if (visits.length > 0) await visitBatch.commit(visits.splice(0, MOST_IN_A_BATCH));
  });
  serve('answer-first', {
    check: async (key, info) => {
      checks.push(plainCheck({ key }, info));
      return readVerdict(dataSource, key);
    },
    visit: async (nameKey) => {
      visits.push({ nameKey, facts: undefined, passwordHash: null, isBot: () => false });
      return readAnswer(dataSource, nameKey);
    },
  });
}

async function readVerdict(dataSource: DataSource, key: string): Promise<Verdict> {
  const licenseKey = await dataSource.manager.findOneBy(LicenseKey, { key });
  return judge(licenseKey ?? undefined, { pid: undefined, address: '127.0.0.1' }, Date.now());
}

async function readAnswer(dataSource: DataSource, nameKey: string): Promise<Answer> {
  const link = await dataSource.manager.findOneBy(Link, { nameKey });
  return link ? { is: 'redirect', link } : UNKNOWN;
}

function writeRepeatedly(write: () => Promise<void>): void {
  setTimeout(() => {
    write().then(() => writeRepeatedly(write), failStart);
  }, WRITE_EVERY_MS);
}

main().catch(failStart);
