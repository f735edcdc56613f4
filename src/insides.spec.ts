import { execFileSync } from 'node:child_process';
import { IncomingMessage, ServerResponse } from 'node:http';
import { getMetadataStorage, IsInt } from 'class-validator';
import express from 'express';
import { kept } from '../test/support/kept';

/*
 * What keylink uses of other packages and Node without a promise that it stays; for database drivers see
 * platform/database/insides.spec.ts. An upgrade that changes one fails here and says what breaks, instead of failing
 * silently in the service.
 */

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
    // In its own process: Jest can't load Nest's modules on Node 20.
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
