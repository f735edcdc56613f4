/** What the API (or the way to it) answered instead of what was asked for. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';

  constructor(
    /** The API's own sentence, or one about the connection. */
    message: string,
    /** HTTP status; 0 when there was no answer at all. */
    readonly status: number,
    /** The id under which the service logged the request. */
    readonly requestId?: string,
    /** Seconds after which the service asks to be tried again. */
    readonly retryAfter?: number,
    /** With 412: the fields that somebody changed, as they are now. */
    readonly now?: object,
  ) {
    super(message);
  }

  /** Whether asking again soon may succeed, without anything being changed. */
  get passes(): boolean {
    return this.status === 0 || this.status === 503;
  }
}

const sentenceOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'msg' in body && typeof body.msg === 'string' ? body.msg : undefined;

const nowIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'now' in body && typeof body.now === 'object'
    ? (body.now ?? {})
    : undefined;

/** The problem that an answer tells of; `body` is what it carried. */
export function problemOf(response: Response, body: unknown): ApiProblem {
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiProblem(
    sentenceOf(body) ?? `The service answered ${response.status} ${response.statusText}`.trimEnd() + '.',
    response.status,
    response.headers.get('x-request-id') ?? undefined,
    retryAfter > 0 ? retryAfter : undefined,
    nowIn(body),
  );
}

/** The problem behind anything that was thrown while the API was asked. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof TypeError) return new ApiProblem('The service can’t be reached.', 0);
  throw error;
}
