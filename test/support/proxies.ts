import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Certificate } from './certificates';
import { freePort } from './free-port';
import { ROOT } from './root';

const PATH = [process.env.PROXY_FOLDER, process.env.PATH, '/usr/sbin'].filter(Boolean).join(delimiter);

/** Whether a program is on the machine, or where `PROXY_FOLDER` says. */
export function hasProxy(program: 'nginx' | 'caddy'): boolean {
  try {
    return execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH } }).length > 0;
  } catch {
    return false;
  }
}

/** What a guide says the configuration is. */
function guided(language: string): string {
  const guide = readFileSync(join(ROOT, 'docs/domains.md'), 'utf8');
  return guide.split(`\`\`\`${language}\n`, 2)[1].split('```', 1)[0];
}

/** @throws {Error} if the guide doesn't have the text, so that the test is of what the guide says */
function put(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`The guide's configuration has no "${from}".`);
  return text.replaceAll(from, to);
}

interface Visit {
  readonly host: string;
  readonly path: string;
  /** The authority that is trusted, in a file. */
  readonly authority: string;
  readonly headers?: Record<string, string>;
  /** Which address of this machine it comes from. */
  readonly from?: string;
}

/** A proxy before a service, as the guide sets it up, on a port of its own. */
export class Proxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  /** @param folder an existing one, for its files @param serviceUrl where the service answers */
  static async startNginx(folder: string, serviceUrl: string, { cert, key }: Certificate): Promise<Proxy> {
    const port = await freePort();
    let server = put(guided('nginx'), 'http://127.0.0.1:3000', serviceUrl);
    server = put(server, 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
    server = put(server, '/etc/letsencrypt/live/go.example.com/fullchain.pem', cert);
    server = put(server, '/etc/letsencrypt/live/go.example.com/privkey.pem', key);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
    const http = `http { access_log off; ${places.join(' ')}\n${server}}`;
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, `daemon off; master_process off; pid ${folder}/nginx.pid; events {}\n${http}`);
    return Proxy.start('nginx', ['-e', 'stderr', '-p', folder, '-c', file], folder, port);
  }

  /** Its certificates are of its own authority, the file `root.crt` of the folder; otherwise it would ask Let's Encrypt. */
  static async startCaddy(folder: string, serviceUrl: string): Promise<Proxy> {
    const port = await freePort();
    const own = [
      'admin off',
      'local_certs',
      'skip_install_trust',
      `https_port ${port}`,
      `http_port ${await freePort()}`,
      `storage file_system ${folder}`,
    ];
    const wanted = put(guided('caddyfile'), '127.0.0.1:3000', new URL(serviceUrl).host);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, wanted.replace('{\n', `{\n${own.map((line) => `\t${line}\n`).join('')}`));
    return Proxy.start('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], folder, port);
  }

  private static async start(program: string, args: string[], folder: string, port: number): Promise<Proxy> {
    const child = spawn(program, args, { env: { PATH, HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] });
    process.once('exit', () => child.kill('SIGKILL'));
    let written = '';
    child.stderr.on('data', (piece: Buffer) => (written += piece.toString()));
    const end = Date.now() + 20_000;
    while (!(await isOpen(port))) {
      if (child.exitCode !== null || Date.now() > end) throw new Error(`${program} does not answer:\n${written}`);
      await sleep(50);
    }
    return new Proxy(child, port);
  }

  /** What somebody on the internet is answered. @returns "302 https://…" and the like */
  visit({ host, path, authority, headers, from }: Visit): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: this.port,
          servername: host,
          ca: readFileSync(authority),
          path,
          localAddress: from,
          headers: { host, ...headers },
          agent: false,
        },
        (response) => {
          response.resume();
          response.on('end', () => resolve(`${response.statusCode} ${response.headers.location ?? ''}`.trim()));
        },
      );
      sent.on('error', reject).end();
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill();
    await once(this.child, 'exit');
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
