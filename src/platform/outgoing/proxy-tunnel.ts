import { request } from 'node:http';
import type { Socket } from 'node:net';
import { Unreachable } from './judged-lookup';

/** A connection to a host through an HTTP proxy (CONNECT). @param authority host and port */
export function openTunnel(proxy: URL, authority: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { username, password } = proxy;
    const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
      'base64',
    );
    const connect = request({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...(username && { 'proxy-authorization': `Basic ${credentials}` }) },
      agent: false,
      signal,
    });
    connect.once('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      return reject(new Unreachable(`The proxy refused to connect to ${authority}, with status ${statusCode}.`));
    });
    connect.once('response', ({ statusCode }) => {
      connect.destroy();
      reject(new Unreachable(`The proxy refused to connect to ${authority}, with status ${statusCode}.`));
    });
    connect.once('error', (error) =>
      reject(signal.aborted ? error : new Unreachable(`The proxy cannot be used: ${error.message}.`)),
    );
    connect.end();
  });
}
