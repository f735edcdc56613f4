import { GroupCommit } from '../../src/platform/database/group-commit/group-commit';
import type { CheckRequest, JudgedCheck } from '../../src/licensing/license-check/judgements';
import { parseKeyReference } from '../../src/licensing/license-keys/key-reference';
import type { Answer, Visit } from '../../src/links/redirects/visit';
import { batchesOf, plainCheck } from './batches';
import { serve } from './bare-server';
import { failStart, openServerDatabase } from './environment';

/** The service's own group commit without a framework around it: what the framework's cost is measured against. */
async function main(): Promise<void> {
  const dataSource = await openServerDatabase();
  const { checkBatch, visitBatch } = batchesOf(dataSource);
  const checks = new GroupCommit<CheckRequest, JudgedCheck>((requests) => checkBatch.commit(requests), {
    concurrency: checkBatch.concurrency,
  });
  const visits = new GroupCommit<Visit, Answer>((each) => visitBatch.commit(each), {
    concurrency: visitBatch.concurrency,
  });
  serve('limit', {
    check: async (licenseKey, info) => (await checks.submit(plainCheck(parseKeyReference(licenseKey), info))).verdict,
    visit: (nameKey) => visits.submit({ nameKey, facts: undefined, passwordHash: null, isBot: () => false }),
  });
}

main().catch(failStart);
