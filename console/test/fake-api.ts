/** A request that the console made. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
  readonly ifMatch: string | null;
}

type Answer = (asked: Asked) => Response;

/** Stands for the API: notes what it is asked, and answers as a test says. */
class FakeApi {
  readonly asked: Asked[] = [];
  private answers: Answer = () => Response.error();

  /** Forgets what was asked, and answers so from now on. */
  answer(answers: Answer): void {
    this.asked.length = 0;
    this.answers = answers;
  }

  async take(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const asked = {
      method: request.method,
      path: pathname + search,
      body: request.headers.get('content-type') === 'application/json' ? (JSON.parse(text) as unknown) : text,
      idempotencyKey: request.headers.get('idempotency-key'),
      ifMatch: request.headers.get('if-match'),
    };
    this.asked.push(asked);
    return this.answers(asked);
  }
}

export const fakeApi = new FakeApi();

/** The connection breaks: `fetch` rejects. */
export const lost: Answer = () => {
  throw new TypeError('Failed to fetch');
};

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'request-7', ...headers },
  });

// The console's client takes `fetch` as it finds it when it is imported.
globalThis.fetch = (input, init) =>
  fakeApi.take(
    new Request(
      new URL(input instanceof Request ? input.url : input, location.origin),
      input instanceof Request ? input : init,
    ),
  );
