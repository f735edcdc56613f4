import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { ApiClient } from './api-client';
import type { CreatedLicenseKey } from './license-keys';
import type { Service } from './service';

/** Clients without any right come from here, everybody else from 127.0.0.1. */
export const STRANGER = '127.0.0.2';

const sockets = new Set<Socket>();
/** A connection on which this is sent, that is never ended from here. */
export function open({ url }: Service, text: string, localAddress = STRANGER): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress, allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(text);
  sockets.add(socket);
  return socket;
}

/** When the service closed a connection, in milliseconds from now; reads what comes meanwhile. */
export function closed(socket: Socket): Promise<number> {
  const start = performance.now();
  socket.resume();
  return new Promise((resolve) => {
    const done = () => resolve(performance.now() - start);
    socket.once('end', done).once('close', done);
  });
}

/** The status of the first answer, '' when there was none: a connection that is refused ends here before it closes, if ever. */
export function firstStatus(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1').slice(9, 12)));
    socket.once('end', () => resolve('')).once('close', () => resolve(''));
  });
}

/** The most memory that a service has taken since its start, in bytes. */
export function peakMemory({ pid }: Service): number {
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Repeats a check until something is over. @returns how many there were, and the slowest one's milliseconds */
export async function checksUntil(client: ApiClient, key: CreatedLicenseKey, over: Promise<unknown>) {
  const state = { isOver: false };
  void over.finally(() => (state.isOver = true));
  let [count, slowest] = [0, 0];
  for (; !state.isOver; count++) {
    const start = performance.now();
    expect((await client.post('/api/check', { id: key.key })).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - start);
  }
  return { count, slowest };
}

/** Closes what this file has opened. */
export function closeAll(): void {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
}

/** A request without a body, as bytes. */
export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
