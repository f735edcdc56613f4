import { Agent, type IncomingHttpHeaders, request, type RequestOptions } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { OpenApiCheck } from './openapi-check';

export interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  // Tests look into bodies of any shape; a wrong expectation fails there.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface RequestSettings {
  readonly headers?: Record<string, string | string[]>;
  /** Sent as JSON, unless it is a string or bytes: those go as they are. */
  readonly body?: unknown;
}

declare global {
  /** Set by `environment.js`: kept for a worker's next test files, as compiling the schemas takes longer than most tests. */
  var openApi: { check?: OpenApiCheck } | undefined;
}

/** Of the service that was asked first: all are of one build, and no setting changes what is checked. */
let document: Promise<OpenApiCheck> | undefined;

/** Speaks to a service as any client would, and holds every answer against the service's own OpenAPI document. */
export class ApiClient {
  /** Idle connections end before the service ends them: a request on one that just ended would fail. */
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 2000 });

  constructor(
    private readonly url: string,
    private readonly apiKey: string | null,
  ) {}

  get = (path: string, settings?: RequestSettings) => this.send('GET', path, settings);
  head = (path: string, settings?: RequestSettings) => this.send('HEAD', path, settings);
  delete = (path: string, settings?: RequestSettings) => this.send('DELETE', path, settings);
  post = (path: string, body?: unknown, settings?: RequestSettings) => this.send('POST', path, { ...settings, body });
  put = (path: string, body?: unknown, settings?: RequestSettings) => this.send('PUT', path, { ...settings, body });

  async send(method: string, path: string, settings: RequestSettings = {}): Promise<ApiResponse> {
    // After a test that kept this process busy, connections that the service has ended meanwhile are noticed before one is used.
    // Between two turns Node looks at all of them.
    await turn();
    await turn();
    const response = await this.exchange(method, path, settings);
    (await this.document()).check(method, path, response);
    return response;
  }

  private document(): Promise<OpenApiCheck> {
    document ??= this.readDocument();
    return document;
  }

  /** Making the document takes the service a third of a second, half as long as its start. */
  private async readDocument(): Promise<OpenApiCheck> {
    const kept = globalThis.openApi?.check;
    if (kept !== undefined) return kept;
    const { status, text } = await this.exchange('GET', '/docs/openapi.json', {});
    if (status !== 200) throw new Error(`The document was answered ${status}.`);
    const check = new OpenApiCheck(JSON.parse(text));
    if (globalThis.openApi) globalThis.openApi.check = check;
    return check;
  }

  private exchange(method: string, path: string, { headers, body }: RequestSettings): Promise<ApiResponse> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const payload = raw || body === undefined ? body : JSON.stringify(body);
    const options: RequestOptions = {
      method,
      agent: this.agent,
      headers: {
        ...(this.apiKey !== null && { 'x-api-key': this.apiKey }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(payload)),
        }),
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(this.url + path, options, (incoming) => {
        const chunks: Buffer[] = [];
        // It has no end: its head is all that there is to hold against the document.
        if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
          incoming.destroy();
          resolve({
            status: incoming.statusCode!,
            headers: incoming.headers,
            bytes: Buffer.of(),
            text: '',
            body: undefined,
          });
          return;
        }
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString();
          resolve({ status: incoming.statusCode!, headers: incoming.headers, bytes, text, body: parse(text) });
        });
      });
      outgoing.once('error', reject);
      outgoing.end(payload);
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
