import type { DataSource } from 'typeorm';
import type { Witness } from './witness';

/** What was answered, and how much of that the database doesn't know, or knows otherwise. */
export interface Loss {
  readonly answeredChecks: number;
  readonly lostChecks: number;
  readonly answeredVisits: number;
  readonly lostVisits: number;
  readonly answeredCreates: number;
  readonly lostCreates: number;
  /** Checks that were logged twice, or with another verdict than was answered. */
  readonly contradictions: number;
  /** Visits that were counted though nobody made them. */
  readonly surplusVisits: number;
  /** What the database knows of that was never answered: right after a crash, and a broken request after a stop. */
  readonly unanswered: number;
}

/** Looks up in the database everything that a witness was answered. Nobody else may have used it. */
export async function findLoss(dataSource: DataSource, witness: Witness): Promise<Loss> {
  const { answeredChecks, answeredCreates } = witness;
  const logged = await loggedVerdicts(dataSource);
  const created = await createdKeys(dataSource);
  const counted = await countedVisits(dataSource);
  const visits = [...witness.visits].map(([name, { sent, answered }]) => {
    const count = counted.get(name) ?? 0;
    return { sent, answered, count };
  });
  const lostChecks = [...answeredChecks.keys()].filter((mark) => !logged.has(mark));
  const lostCreates = [...answeredCreates].filter(([mark, key]) => created.get(mark) !== key);
  const contradicts = ([mark, verdicts]: [string, string[]]): boolean =>
    verdicts.length > 1 || verdicts[0] !== (answeredChecks.get(mark) ?? verdicts[0]);
  return {
    answeredChecks: answeredChecks.size,
    lostChecks: lostChecks.length,
    answeredVisits: sum(visits.map(({ answered }) => answered)),
    // More than were answered is right: a server that is killed had committed some that it could no longer answer.
    lostVisits: sum(visits.map(({ answered, count }) => Math.max(0, answered - count))),
    answeredCreates: answeredCreates.size,
    lostCreates: lostCreates.length,
    contradictions: [...logged].filter(contradicts).length,
    surplusVisits: sum(visits.map(({ sent, count }) => Math.max(0, count - sent))),
    unanswered:
      [...logged.keys()].filter((mark) => !answeredChecks.has(mark)).length +
      [...created.keys()].filter((mark) => !answeredCreates.has(mark)).length +
      sum(visits.map(({ answered, count }) => Math.max(0, count - answered))),
  };
}

/** The verdicts that were logged, by the mark of the check. */
async function loggedVerdicts(dataSource: DataSource): Promise<Map<string, string[]>> {
  const rows = (await dataSource.query("SELECT details, status FROM license_logs WHERE details LIKE 'witness-%'")) as {
    details: string;
    status: string;
  }[];
  const logged = new Map<string, string[]>();
  for (const { details, status } of rows) logged.set(details, [...(logged.get(details) ?? []), status]);
  return logged;
}

async function createdKeys(dataSource: DataSource): Promise<Map<string, string>> {
  const rows = (await dataSource.query(
    "SELECT uuid, `key` AS license FROM license_keys WHERE uuid LIKE 'witness-%'",
  )) as { uuid: string; license: string }[];
  return new Map(rows.map(({ uuid, license }) => [uuid, license]));
}

async function countedVisits(dataSource: DataSource): Promise<Map<string, number>> {
  const rows = (await dataSource.query('SELECT name_key, `count` AS visits FROM links')) as {
    name_key: string;
    visits: number | string;
  }[];
  return new Map(rows.map(({ name_key, visits }) => [name_key, Number(visits)]));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
