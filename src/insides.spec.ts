import { execFileSync } from 'node:child_process';
import { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { getMetadataStorage, IsInt } from 'class-validator';
import express from 'express';
import Libsql from 'libsql';
import mysql, { type PoolConnection } from 'mysql2';
import { DataSource } from 'typeorm';
import type { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';

/*
 * Everything that keylink uses of other packages and of Node that they don't promise to keep. An upgrade that moves one of them
 * fails here, with a sentence that says what would break; nothing of it may fail silently in the service.
 */

/** What is expected to be 'kept', or else the sentence that says what is lost. */
const kept = (isSo: boolean, otherwise: string): string => (isSo ? 'kept' : otherwise);

type Insides = Record<string, unknown>;
const insidesOf = (value: unknown): Insides => value as Insides;

describe('Node', () => {
  it('lets its messages be constructed without new, on versions before 24', () => {
    if (Number(process.versions.node.split('.')[0]) >= 24) return;
    for (const Base of [IncomingMessage, ServerResponse]) {
      const message = Object.create(Base.prototype) as object;
      (Base as unknown as (this: object, first: unknown) => void).call(message, { method: 'GET' });
      expect(
        kept(
          '_events' in message,
          `${Base.name} is a class now: http/server/express-adapter.ts can't give it a prototype.`,
        ),
      ).toBe('kept');
    }
  });

  it('knows the flag that leaves requests among the young objects', () => {
    const flags = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
    expect(
      kept(
        flags.includes('--allocation-site-pretenuring '),
        'V8 has no such flag any more: measure whether a scavenge is short under checks without it, and mend scripts/run-bundle.cjs.',
      ),
    ).toBe('kept');
  });
});

describe('Express', () => {
  it('keeps its requests and responses as the prototypes of every message', () => {
    const app = express();
    expect(
      kept(
        Object.getPrototypeOf(app.request) === express.request &&
          Object.getPrototypeOf(app.response) === express.response,
        'An application no longer has a request and a response of its own: http/answers/security-headers.ts would change those of all.',
      ),
    ).toBe('kept');
    expect(
      kept(
        Object.prototype.isPrototypeOf.call(ServerResponse.prototype, app.response),
        "Express's response no longer is one of Node's: http/server/express-adapter.ts can't construct it.",
      ),
    ).toBe('kept');
  });
});

describe('Nest', () => {
  it('asks its adapter for the server, and for the status of each answer', () => {
    // In a process of its own: Jest can't load Nest's modules on Node 20.
    const script = `
      require('reflect-metadata');
      const { NestFactory } = require('@nestjs/core');
      const { Controller, Get, Module } = require('@nestjs/common');
      const { ExpressAdapter } = require('@nestjs/platform-express');
      const calls = [];
      class Adapter extends ExpressAdapter {
        initHttpServer(options) { calls.push('initHttpServer'); super.initHttpServer(options); }
        status(response, code) { calls.push('status ' + code); return super.status(response, code); }
      }
      class Thing { get() { return {}; } }
      Get()(Thing.prototype, 'get', Object.getOwnPropertyDescriptor(Thing.prototype, 'get'));
      Controller()(Thing);
      class Things {}
      Module({ controllers: [Thing] })(Things);
      NestFactory.create(Things, new Adapter(), { logger: false }).then(async (app) => {
        await app.listen(0, '127.0.0.1');
        await (await fetch(await app.getUrl() )).text();
        console.log(calls.join());
        process.exit();
      });`;
    const calls = execFileSync(process.execPath, ['-e', script], { cwd: __dirname, encoding: 'utf8' }).trim();
    expect(
      kept(
        calls === 'initHttpServer,status 200',
        `http/server/express-adapter.ts overrides what Nest no longer asks: ${calls}.`,
      ),
    ).toBe('kept');
  });

  it('tells the path and the method of a handler, and what a module has', () => {
    const script = `
      require('reflect-metadata');
      const { Controller, Get, Module, RequestMethod } = require('@nestjs/common');
      const { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } = require('@nestjs/common/internal');
      class Thing { get() {} }
      Get('end')(Thing.prototype, 'get', Object.getOwnPropertyDescriptor(Thing.prototype, 'get'));
      Controller('start')(Thing);
      class Things {}
      Module({ controllers: [Thing], imports: [Thing] })(Things);
      console.log([
        Reflect.getMetadata(PATH_METADATA, Thing),
        Reflect.getMetadata(PATH_METADATA, Thing.prototype.get),
        RequestMethod[Reflect.getMetadata(METHOD_METADATA, Thing.prototype.get)],
        Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, Things)[0] === Thing,
        Reflect.getMetadata(MODULE_METADATA.IMPORTS, Things)[0] === Thing,
      ].join());`;
    const told = execFileSync(process.execPath, ['-e', script], { cwd: __dirname, encoding: 'utf8' }).trim();
    expect(
      kept(
        told === 'start,end,GET,true,true',
        `http/routes/read-routes.ts no longer knows what the service answers, and which words are its own: ${told}.`,
      ),
    ).toBe('kept');
  });
});

describe('class-validator', () => {
  it('tells which fields of a class have rules', () => {
    class Dto {
      @IsInt()
      field: number;
    }
    const fields = getMetadataStorage()
      .getTargetValidationMetadatas(Dto, '', true, false)
      .map(({ propertyName }) => propertyName);
    expect(
      kept(fields.join() === 'field', 'validation/validation.ts no longer knows which fields a request may have.'),
    ).toBe('kept');
  });
});

describe('mysql2', () => {
  const connection = () => {
    const created = mysql.createConnection({ stream: () => new PassThrough(), connectTimeout: 0 });
    created.on('error', () => {});
    return created as unknown as PoolConnection;
  };

  it('keeps the callback of a query where it can be watched', () => {
    const done = () => {};
    const command = connection().query('SELECT 1', [], done);
    expect(
      kept(
        insidesOf(command)['onResult'] === done,
        'database/mysql-pool.ts can no longer give statements a deadline: they would wait for ever.',
      ),
    ).toBe('kept');
  });

  it('has a connection tell its configuration and its stream', () => {
    const { config, stream } = insidesOf(connection());
    expect(
      kept(
        typeof config === 'object' && stream instanceof PassThrough,
        'database/mysql-pool.ts can no longer cut a connection off, or tell to which server it leads.',
      ),
    ).toBe('kept');
  });

  it('asks for the stream of each connection of a pool, with that connection, and counts them', async () => {
    const asked: unknown[] = [];
    const pool = mysql.createPool({
      connectTimeout: 0,
      stream: (options: unknown) => {
        asked.push(insidesOf(options)['config']);
        return new PassThrough();
      },
    });
    pool.getConnection(() => {});
    const [all] = [insidesOf(pool)['_allConnections'] as { length: number; get(index: number): unknown }];
    expect(kept(all?.length === 1, 'database/mysql-pool.ts can no longer count connections for the metrics.')).toBe(
      'kept',
    );
    expect(
      kept(
        typeof (insidesOf(pool)['_freeConnections'] as { length: number }).length === 'number',
        'database/mysql-pool.ts can no longer count free connections for the metrics.',
      ),
    ).toBe('kept');
    expect(
      kept(
        asked.length === 1 && insidesOf(all.get(0))['config'] === asked[0],
        'database/mysql-pool.ts can no longer choose the server of a connection: fail-over would be none.',
      ),
    ).toBe('kept');
  });
});

describe('TypeORM', () => {
  const source = () =>
    new DataSource({ type: 'better-sqlite3', database: ':memory:', driver: Libsql, logging: false }).initialize();

  it('begins, commits and rolls back by statements of exactly these words, and counts how deep it is', async () => {
    const dataSource = await source();
    const runner = dataSource.createQueryRunner() as BetterSqlite3QueryRunner;
    const said: string[] = [];
    const query = runner.query.bind(runner);
    runner.query = (sql: string, ...rest: never[]) => (said.push(sql), query(sql, ...rest));
    await runner.startTransaction();
    const depth = insidesOf(runner)['transactionDepth'];
    await runner.commitTransaction();
    await runner.startTransaction();
    await runner.rollbackTransaction();
    await dataSource.destroy();
    expect(
      kept(
        said.join() === 'BEGIN TRANSACTION,COMMIT,BEGIN TRANSACTION,ROLLBACK' && depth === 1,
        `embedded/serial-query-runner.ts would not see a transaction begin or end: TypeORM says ${said.join(', ')}.`,
      ),
    ).toBe('kept');
  });

  it('asks its SQLite driver for query runners and for the type of a column, and for its one connection', async () => {
    const dataSource = await source();
    const { driver } = dataSource;
    let isAsked = false;
    const create = driver.createQueryRunner.bind(driver);
    driver.createQueryRunner = (mode) => ((isAsked = true), create(mode));
    await dataSource.query('SELECT 1');
    const { normalizeType, databaseConnection } = insidesOf(driver);
    await dataSource.destroy();
    expect(
      kept(isAsked, 'embedded/serial-query-runner.ts no longer gives each caller a query runner of its own.'),
    ).toBe('kept');
    expect(
      kept(
        typeof normalizeType === 'function',
        'embedded/embedded-options.ts no longer has numbered columns of 64 bits.',
      ),
    ).toBe('kept');
    expect(
      kept(
        databaseConnection instanceof Libsql,
        'embedded/embedded-statement-runner.ts no longer finds the connection.',
      ),
    ).toBe('kept');
  });
});

describe('libsql', () => {
  it('knows raw rows, safe integers, and whether a transaction is open', () => {
    const database = new Libsql(':memory:');
    const statement = database.prepare('SELECT 9007199254740993 AS n');
    statement.safeIntegers(true);
    statement.raw(true);
    const rows = statement.all([]) as unknown[][];
    database.exec('BEGIN');
    const { inTransaction } = database;
    database.close();
    expect(
      kept(rows[0]?.[0] === 9007199254740993n, 'embedded/embedded-connection.ts would round integers past 2^53.'),
    ).toBe('kept');
    expect(
      kept(inTransaction, 'embedded/embedded-connection.ts can no longer tell whether a transaction is open.'),
    ).toBe('kept');
  });
});
