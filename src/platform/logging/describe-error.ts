/** Log fields of an error: enough to find the cause, without a statement's values. */
interface DescribedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly errno?: number;
  readonly sqlState?: string;
  readonly stack?: string;
  readonly cause?: DescribedError;
}

interface Details {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly sql?: unknown;
}

/** Their messages quote only schema names; those of other errors may quote values. */
const QUOTES_NAMES = new Set([
  'ER_BAD_DB_ERROR',
  'ER_BAD_FIELD_ERROR',
  'ER_BAD_NULL_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_DATA_TOO_LONG',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_NO_DEFAULT_FOR_FIELD',
  'ER_NO_SUCH_TABLE',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_UNKNOWN_SYSTEM_VARIABLE',
  'ER_WARN_DATA_OUT_OF_RANGE',
]);

/** Maximum depth of causes. */
const DEEPEST = 3;

/** Describes anything thrown, with only those of its fields that hold no secrets. */
export function describeError(thrown: unknown, depth = 0): DescribedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: String(thrown) };
  // TypeORM keeps the driver's error in `driverError`.
  const { code, errno, sqlState, sql }: Details = (
    'driverError' in thrown && thrown.driverError instanceof Error ? thrown.driverError : thrown
  ) as Details;
  const isOfStatement = 'driverError' in thrown || sql !== undefined;
  const type = thrown.constructor.name;
  const message = isOfStatement && !QUOTES_NAMES.has(String(code)) ? withoutQuoted(thrown.message) : thrown.message;
  return {
    type,
    message,
    ...(typeof code === 'string' && { code }),
    ...(typeof errno === 'number' && { errno }),
    ...(typeof sqlState === 'string' && { sqlState }),
    stack: `${type}: ${message}${framesOf(thrown)}`,
    ...(thrown.cause !== undefined && depth < DEEPEST && { cause: describeError(thrown.cause, depth + 1) }),
  };
}

/** Quoted values aren't escaped, so everything between the first and last quote goes. */
function withoutQuoted(message: string): string {
  const [first, last] = [message.indexOf("'"), message.lastIndexOf("'")];
  return first < last ? `${message.slice(0, first)}'…'${message.slice(last + 1)}` : message;
}

function framesOf({ stack = '', message }: Error): string {
  const start = stack.indexOf(message);
  const end = start < 0 ? 0 : start + message.length;
  const frames = stack.indexOf('\n    at ', end);
  return frames < 0 ? '' : stack.slice(frames);
}
