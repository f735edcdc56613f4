import { connect } from 'node:net';

interface RawAnswer {
  /** Every byte that came back, interim answers included. */
  readonly text: string;
  readonly status: number;
  /** Head of the final answer, as it came. */
  readonly head: string;
  /** All that followed the head. */
  readonly body: string;
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/**
 * Sends bytes as they are (each piece after the first once the service has said `100 Continue`), and reads the whole
 * answer until the service closes. A connection that would stay open is ended here, to see that nothing else follows.
 */
export function exchangeRaw(url: string, ...pieces: string[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const waiting = [...pieces];
    const socket = connect(Number(port), hostname, () => socket.write(waiting.shift()!));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const answer = parse(Buffer.concat(chunks));
      if (!answer.head && answer.text === CONTINUE && waiting.length > 0) socket.write(waiting.shift()!);
      if (isWhole(answer)) socket.end();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(parse(Buffer.concat(chunks))));
  });
}

function parse(bytes: Buffer): RawAnswer {
  const text = bytes.toString();
  const final = text.startsWith(CONTINUE) ? text.slice(CONTINUE.length) : text;
  const end = final.indexOf('\r\n\r\n');
  const head = end < 0 ? '' : final.slice(0, end);
  return { text, status: Number(head.split(' ')[1]), head, body: end < 0 ? '' : final.slice(end + 4) };
}

function isWhole({ head, body }: RawAnswer): boolean {
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
  return length !== undefined && Buffer.byteLength(body) >= Number(length);
}
