import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { createStatementRunner, type Statement, type StatementRunner } from '../database/statement-runner';

type LinkRow = readonly [id: number, nameKey: string, url: string];

/** Counts a batch of visits in one transaction. */
@Injectable()
export class VisitBatch {
  private readonly statements: StatementRunner;

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.statements = createStatementRunner(dataSource);
  }

  /** How many batches may usefully be under way at a time. */
  get concurrency(): number {
    return this.statements.concurrency;
  }

  /** @returns for each name its URL, once its visit is counted on disk; undefined for an unknown name */
  async commit(nameKeys: string[]): Promise<(string | undefined)[]> {
    const names = [...new Set(nameKeys)];
    const rows = await this.statements.read<LinkRow>({
      sql: `SELECT id, name_key, url FROM links WHERE name_key IN (${names.map(() => '?').join(', ')})`,
      parameters: names,
    });
    const links = new Map(rows.map(([id, nameKey, url]) => [nameKey, { id, url }]));
    const visits = new Map<number, number>();
    for (const nameKey of nameKeys) {
      const link = links.get(nameKey);
      if (link) visits.set(link.id, (visits.get(link.id) ?? 0) + 1);
    }
    if (visits.size > 0) await this.statements.commit([addVisits(visits)]);
    return nameKeys.map((nameKey) => links.get(nameKey)?.url);
  }
}

/** One statement, which takes its row locks by ascending id: all instances take them in the same order. */
function addVisits(visits: ReadonlyMap<number, number>): Statement {
  const sorted = [...visits].toSorted(([a], [b]) => a - b);
  return {
    sql: `UPDATE links SET \`count\` = \`count\` + CASE id ${sorted.map(() => 'WHEN ? THEN ?').join(' ')} ELSE 0 END WHERE id IN (${sorted.map(() => '?').join(', ')})`,
    parameters: [...sorted.flat(), ...sorted.map(([id]) => id)],
  };
}
