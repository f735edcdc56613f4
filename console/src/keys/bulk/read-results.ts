import { rawAnswer } from '../../api/client';
import type { ChangedKeyDto } from '../../api/schema';

/** Most failed rows that the screen shows; the file has them all. */
export const MOST_SHOWN = 500;

/** The rows that failed, of the results of a bulk change, which arrive a line a row. */
export async function readFailed(id: number, signal: AbortSignal): Promise<ChangedKeyDto[]> {
  const { body } = await rawAnswer(`/api/keys/bulk/${id}/results`, { signal });
  const failed: ChangedKeyDto[] = [];
  if (body === null) return failed;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = done ? '' : lines.pop()!;
    for (const line of lines) {
      if (line === '') continue;
      const row = JSON.parse(line) as ChangedKeyDto;
      if (row.outcome === 'failed') failed.push(row);
    }
    if (done) return failed;
    if (failed.length < MOST_SHOWN) continue;
    // oxlint-disable-next-line no-await-in-loop
    await reader.cancel();
    return failed.slice(0, MOST_SHOWN);
  }
}
