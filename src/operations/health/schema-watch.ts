import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ServerUnfitError } from '../../platform/database/database-errors';
import { embeddedConnectionOf } from '../../platform/database/embedded/embedded-options';
import { LOOK_EVERY_MS } from '../../platform/database/migrating/end-of-older-versions';
import { mysqlPoolsOf } from '../../platform/database/mysql-options';
import { aheadOf, REQUIRED_MIGRATIONS } from '../../platform/database/schema-state';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Jobs } from '../../platform/jobs/jobs';

const SQL = `SELECT name FROM ${REQUIRED_MIGRATIONS}`;

/** Answers every request with 503 once a newer keylink has made the schema incompatible (decision 055). */
@Injectable()
export class SchemaWatch {
  private readonly logger = new Logger('Database');
  private readonly known: ReadonlySet<string>;
  private isEnded = false;

  constructor(
    jobs: Jobs,
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly statements: StatementRunner,
  ) {
    this.known = new Set(dataSource.migrations.map(({ constructor }) => constructor.name));
    jobs.add({
      name: 'schema-watch',
      everyMs: LOOK_EVERY_MS,
      longestMs: 10_000,
      doneBy: 'each instance',
      failure: 'The required migrations could not be read.',
      run: () => this.look(),
    });
  }

  private async look(): Promise<void> {
    if (this.isEnded) return;
    // Uses the checks' connections: an instance that can't read this can't check either.
    const rows = await this.statements.read<[name: string]>({ sql: SQL, parameters: [] });
    const beyond = rows.map(([name]) => name).filter((name) => !this.known.has(name));
    if (beyond.length === 0) return;
    this.isEnded = true;
    const message = aheadOf(beyond);
    refuseAll(this.dataSource, new ServerUnfitError(message));
    this.logger.error(`${message} Every request is answered 503; start the newer version in place of this one.`);
  }
}

function refuseAll(dataSource: DataSource, refusal: Error): void {
  const pools = mysqlPoolsOf(dataSource);
  for (const pool of pools ? [pools.batches, pools.reads, pools.others] : []) pool.refusal = refusal;
  const file = embeddedConnectionOf(dataSource);
  if (file) file.refusal = refusal;
}
