import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { Authority, type Certificate } from '../support/certificates';
import { keylink } from '../support/command-line';
import { failedStart } from '../support/failed-start';
import { Service } from '../support/service';
import { TlsDatabase, tlsDatabaseKind } from '../support/tls-database';
import { describeIf } from '../support/skipping';

const describeWithServer = describeIf(tlsDatabaseKind !== undefined, 'neither mariadbd nor mysqld is installed');

describeWithServer('a certificate of the database server', () => {
  let folder: string;
  let authority: Authority;
  let stranger: Authority;
  let forName: Certificate;
  let forAddress: Certificate;
  let database: TlsDatabase;
  const services: Service[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
    authority = new Authority(folder, 'authority');
    stranger = new Authority(folder, 'stranger');
    forName = authority.issue('name', 'DNS:localhost');
    forAddress = authority.issue('address', 'IP:127.0.0.1');
    database = await TlsDatabase.start(folder, tlsDatabaseKind!, forName);
  }, 60_000);
  afterAll(async () => {
    await database.stop();
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.stop('SIGKILL')));
  });

  const url = (hosts: string, options = `ssl=true&ssl-ca=${authority.file}`): string =>
    `mysql://app:app@${hosts.replaceAll(/[^,]+/g, (host) => `${host}:${database.port}`)}/app?${options}`;
  const serves = async (hosts: string): Promise<void> => {
    const service = await Service.start({ DATABASE_URL: url(hosts) });
    services.push(service);
    const { body } = await service.client().post('/api/keys', { uid: 'u', pid: 1 });
    expect((await service.client().post(`/api/check/${body.id}`)).body.status).toBe('AUTHORISED');
  };
  const refuses = async (databaseUrl: string, sentence: RegExp): Promise<void> => {
    const { exitCode, output } = await failedStart({ DATABASE_URL: databaseUrl });
    expect([exitCode, output]).toEqual([1, expect.stringMatching(sentence)]);
    expect(output.trim().split('\n')).toHaveLength(1);
  };

  it('that is trusted and for the host that is named lets it in, also by ssl-ca alone', async () => {
    await database.present(forName);
    await serves('localhost');
    const doctor = await keylink({ DATABASE_URL: url('localhost', `ssl-ca=${authority.file}`) }, 'doctor');
    expect(doctor.stdout).toMatch(/^ok +database: /m);
  });

  it('that is trusted and for another host is refused, in one sentence', async () => {
    await database.present(authority.issue('other', 'DNS:other.example'));
    await refuses(url('localhost'), /^keylink could not start\. DATABASE_URL: .* not for localhost, .*other\.example/);
    const doctor = await keylink({ DATABASE_URL: url('localhost') }, 'doctor');
    expect([doctor.exitCode, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(/^FAILED +database: .*not for localhost/m),
    ]);
  });

  it('is compared with an address where one is named, never with "localhost"', async () => {
    await database.present(forName);
    await refuses(
      url('127.0.0.1'),
      /^keylink could not start\. DATABASE_URL: .* not for 127\.0\.0\.1, .*DNS:localhost/,
    );
    await database.present(forAddress);
    await serves('127.0.0.1');
    await refuses(url('localhost'), /not for localhost, .*127\.0\.0\.1/);
  });

  it('is compared with the very host that is asked, and of several hosts the next is tried', async () => {
    await database.present(forName);
    await serves('127.0.0.1,localhost');
  });

  it('of an unknown authority is refused, in one sentence that leads to ssl-ca', async () => {
    await database.present(forName);
    for (const options of ['ssl=true', `ssl-ca=${stranger.file}`]) {
      await refuses(
        url('localhost', options),
        /^keylink could not start\. DATABASE_URL: .* is not trusted \(.*\); .*ssl-ca/,
      );
    }
  });

  it('can be judged by no file that is missing, or holds no certificate', async () => {
    const empty = join(folder, 'empty.pem');
    writeFileSync(empty, 'nothing');
    for (const [file, why] of [
      ['/no/such/ca.pem', "can't be read (ENOENT)"],
      [empty, 'holds no certificates in PEM'],
    ]) {
      const { exitCode, output } = await failedStart({ DATABASE_URL: url('localhost', `ssl-ca=${file}`) });
      expect([exitCode, output.trim().split('\n').at(-1)]).toEqual([
        1,
        expect.stringMatching(/^ {2}DATABASE_URL: the file of ssl-ca, /),
      ]);
      expect(output).toContain(`${file}, ${why}`);
    }
  });
});

const describeWithRedis = describeIf(Boolean(globalThis.testRedis), 'TEST_REDIS_URL names no Redis');

describeWithRedis('a certificate of Redis', () => {
  it('for another host is refused, and one for the host that is named is not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
    const authority = new Authority(folder, 'authority');
    for (const [names, sentence] of [
      ['DNS:localhost', /^ok +redis: answers/m],
      ['DNS:other.example', /^WARNING +redis: does not answer \(.*altnames/m],
    ] as const) {
      const { cert, key } = authority.issue('redis', names);
      const { hostname, port } = new URL(globalThis.testRedis!);
      const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (client) => {
        const redis = connect(Number(port || 6379), hostname);
        for (const socket of [client, redis]) socket.on('error', () => {});
        client.pipe(redis).pipe(client);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { stdout } = await keylink(
        {
          DATABASE_URL: `sqlite:${join(folder, 'keylink.db')}`,
          REDIS_URL: `rediss://localhost:${(server.address() as AddressInfo).port}`,
          NODE_EXTRA_CA_CERTS: authority.file,
        },
        'doctor',
      );
      server.close();
      expect(stdout).toMatch(sentence);
    }
    rmSync(folder, { recursive: true });
  });
});
