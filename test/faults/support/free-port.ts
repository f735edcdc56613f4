import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that operating systems give to outgoing connections: a server that is started again finds its own free. */
const FIRST = 20_000;
const COUNT = 12_000;
const given = new Set<number>();

/** A port on 127.0.0.1 on which nobody listens, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
