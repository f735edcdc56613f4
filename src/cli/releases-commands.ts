import { because, readReason } from '../access/audit/reason';
import { CreateReleaseDto } from '../catalog/releases/dto/release.dto';
import { ReleasesModule } from '../catalog/releases/releases.module';
import { ReleasesService } from '../catalog/releases/releases.service';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { validate } from '../platform/validation/validation';
import { allPages } from './all-pages';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

export async function list(pid: number, { json }: WithJson): Promise<void> {
  const all = await readDatabase([ReleasesModule], (providers) =>
    allPages((after?: number) => providers.get(ReleasesService).getPage(pid, { limit: PAGE_LIMIT, after }), undefined),
  );
  if (json) printJson(all);
  else if (all.length === 0) printLine(`Product ${pid} has no releases yet.`);
  else
    printTable([
      ['ID', 'VERSION', 'CHANNEL', 'PLATFORM', 'RELEASED', 'URL'],
      ...all.map(({ id, version, channel, platform, releasedAt, url }) => [
        String(id),
        version,
        channel,
        platform,
        showTime(releasedAt, ''),
        url,
      ]),
    ]);
}

export async function create(pid: number, { json, ...values }: WithJson & Record<string, unknown>): Promise<void> {
  const body = await validate(CreateReleaseDto, values);
  const actor = { ...commandLineActor(), ownerId: 0 };
  const { release } = await withDatabase([ReleasesModule], (providers) =>
    providers.get(ReleasesService).create(pid, body, actor, undefined),
  );
  if (json) printJson(release);
  else printLine(`Version ${release.version} is registered as release ${release.id}.`);
}

export async function deleteRelease(pid: number, id: number, { json, reason }: WithJson & WithReason): Promise<void> {
  const actor = because(commandLineActor(), readReason(reason));
  const release = await withDatabase([ReleasesModule], (providers) =>
    providers.get(ReleasesService).delete(pid, id, actor),
  );
  if (json) printJson(release);
  else
    printLine(
      `Release ${id} (${release.version}) was deleted; its checks pass, like those of any version that is not registered.`,
    );
}
