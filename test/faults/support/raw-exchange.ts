import { connect } from 'node:net';

const PATIENCE_MS = 8000;

/**
 * Sends bytes as they are, and ends when the service closes the connection.
 * @returns everything that came back, as Latin-1
 */
export function exchangeRaw(url: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const timer = setTimeout(() => socket.destroy(new Error('The connection was not closed in time.')), PATIENCE_MS);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    // A service that has said what it has to say may reset the rest of a request.
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)));
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}
