import { GroupCommit } from '../../src/platform/database/group-commit/group-commit';
import type { CheckRequest } from '../../src/licensing/license-check/check-batch';
import type { Verdict } from '../../src/licensing/license-check/verdict';
import { parseKeyReference } from '../../src/licensing/license-keys/key-reference';
import type { Destination } from '../../src/links/link-limits';
import { knowOwnRoutes } from '../../src/platform/http/routes/own-routes';
import { Routes } from '../../src/platform/http/routes/routes';
import { batchesOf } from './batches';
import { serve } from './bare-server';
import { failStart, openServerDatabase } from './environment';

/** The service's own group commit without a framework around it: what the framework's cost is measured against. */
async function main(): Promise<void> {
  // Nothing stands between it and its database, so no word is a path of its own.
  knowOwnRoutes(new Routes([]));
  const dataSource = await openServerDatabase();
  const { checkBatch, visitBatch } = batchesOf(dataSource);
  const checks = new GroupCommit<CheckRequest, Verdict>((requests) => checkBatch.commit(requests), {
    concurrency: checkBatch.concurrency,
  });
  const visits = new GroupCommit<string, Destination>((nameKeys) => visitBatch.commit(nameKeys), {
    concurrency: visitBatch.concurrency,
  });
  serve('limit', {
    check: (licenseKey, info) =>
      checks.submit({
        reference: parseKeyReference(licenseKey),
        pid: undefined,
        info,
        isLogged: true,
        address: '127.0.0.1',
      }),
    visit: (nameKey) => visits.submit(nameKey),
  });
}

main().catch(failStart);
