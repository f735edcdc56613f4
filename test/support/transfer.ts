import type { ApiClient, ApiResponse } from './api-client';

export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

export interface ImportRow {
  readonly row: number;
  readonly result: string;
  readonly id?: number;
  readonly key?: string;
  readonly msg?: string;
  readonly problems?: readonly { column: string; value?: string; msg: string }[];
}

/** What an import answered: its rows, and its last line. */
interface ImportAnswer {
  readonly status: number;
  readonly rows: ImportRow[];
  readonly summary: Record<string, unknown> | undefined;
}

export async function importFile(
  client: ApiClient,
  path: string,
  file: string | Uint8Array,
  type = CSV,
  headers: Record<string, string> = {},
): Promise<ImportAnswer> {
  return readImportAnswer(await client.post(path, file, { headers: { 'content-type': type, ...headers } }));
}

export function readImportAnswer({ status, text }: Pick<ApiResponse, 'status' | 'text'>): ImportAnswer {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);
  const summary = lines.find((line) => !('row' in line)) as Record<string, unknown> | undefined;
  return { status, rows: lines.filter((line) => 'row' in line) as ImportRow[], summary };
}

/** The summary of an import that came to its end. */
export const counts = (created: number, unchanged = 0, invalid = 0, conflict = 0, dryRun = false): object => ({
  complete: true,
  dryRun,
  rows: created + unchanged + invalid + conflict,
  created,
  unchanged,
  invalid,
  conflict,
});

export async function exportFile(client: ApiClient, path: string): Promise<string> {
  const { status, text } = await client.get(path);
  if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${text}`);
  return text;
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The first line of an export of license keys. */
export const KEY_HEADER =
  'uuid,product,key,ip,status,disabled,locked,lastSeen,expiresAt,seats,leaseSeconds,note,metadata,plan,starts,graceDays,entitlements,updatesUntil,meters,test\n';
