import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './free-port';

/** A running provider, and what a service needs to know to ask it. */
export interface OidcProvider {
  readonly issuer: string;
  readonly settings: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts npm's oidc-provider, which takes any name and password. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const [port, own] = [await freePort(), await freePort()];
  const issuer = `http://127.0.0.1:${port}`;
  const callback = `http://127.0.0.1:${own}/auth/callback`;
  const main = join(__dirname, 'oidc-provider.mjs');
  const child = spawn(process.execPath, [main, String(port), callback], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const settings = {
    PORT: String(own),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'keylink',
    OIDC_CLIENT_SECRET: 'a-secret',
    OIDC_ROLES: 'support=helpdesk',
  };
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { issuer, settings, stop };
}
