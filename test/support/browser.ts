import type { ApiResponse, RequestSettings } from './api-client';
import type { Service } from './service';

/** Somebody's browser, as far as a service notices: it keeps cookies, and says where its pages come from. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** What every request has, such as what a proxy adds. */
  headers: Record<string, string> = {};

  constructor(
    private readonly service: Service,
    private readonly origin = service.url,
  ) {}

  get = (path: string, settings?: RequestSettings) => this.send('GET', path, settings);
  delete = (path: string, settings?: RequestSettings) => this.send('DELETE', path, settings);
  post = (path: string, body?: unknown, settings?: RequestSettings) => this.send('POST', path, { ...settings, body });
  put = (path: string, body?: unknown, settings?: RequestSettings) => this.send('PUT', path, { ...settings, body });

  /** Signs in by an API key. */
  async signIn(secret: string): Promise<ApiResponse> {
    const response = await this.post('/api/sessions', undefined, { headers: { 'x-api-key': secret } });
    if (response.status !== 201) throw new Error(`Nobody was signed in: ${response.text}`);
    return response;
  }

  async send(method: string, path: string, { headers, body }: RequestSettings = {}): Promise<ApiResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = {
      ...(cookie !== '' && { cookie }),
      ...(method !== 'GET' && { origin: this.origin }),
      ...this.headers,
      ...headers,
    };
    const response = await this.service.client(null).send(method, path, { headers: all, body });
    this.keep(response);
    return response;
  }

  /** Keeps the cookies that an answer sets, and drops those that it takes away. */
  keep({ headers }: Pick<ApiResponse, 'headers'>): void {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/; Max-Age=0(?:;|$)/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
