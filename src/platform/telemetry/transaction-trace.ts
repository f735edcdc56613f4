import { telemetry } from './telemetry';
import { errorType, type Trace } from './trace';

/** Runs the statements of one transaction only. */
interface Runner {
  query(sql: string, ...more: unknown[]): Promise<unknown>;
}

interface Part {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Per transaction; thousands of rows would fill a trace. */
const MOST_STATEMENTS = 50;
const WORDS_BEFORE_TABLES: readonly string[] = ['INTO', 'FROM', 'UPDATE'];

/** Traced requests under way, by the id that is also in a change's audit record. */
const requests = new Map<string, Trace>();
const transactions = new WeakMap<object, TransactionTrace>();

export function noteRequest(id: string, trace: Trace): void {
  requests.set(id, trace);
}

export function forgetRequest(id: string, trace: Trace): void {
  if (requests.get(id) === trace) requests.delete(id);
}

/** Assigns a transaction to a request, which the code that begins transactions doesn't know. */
export function belongsToRequest(transaction: object, id: string): void {
  const trace = requests.get(id);
  if (trace) transactions.get(transaction)?.belongTo(trace);
}

/** Timing of a transaction, for the trace of the request that it is assigned to. */
export class TransactionTrace {
  private readonly start = performance.now();
  private readonly parts: Part[] = [];
  private parent: Trace | undefined;
  private doneAt: number | undefined;

  /** @returns undefined if no request is traced */
  static begin(): TransactionTrace | undefined {
    return requests.size === 0 ? undefined : new TransactionTrace();
  }

  /** Records statements from here on. @param runner of this transaction alone */
  watch(transaction: object, runner: Runner): void {
    transactions.set(transaction, this);
    const begun = performance.now();
    this.parts.push({ name: 'connect', start: this.start, end: begun });
    const query = runner.query.bind(runner);
    runner.query = async (sql, ...more) => {
      const start = performance.now();
      try {
        return await query(sql, ...more);
      } finally {
        const isOurs = this.doneAt === undefined && this.parts.length <= MOST_STATEMENTS;
        if (isOurs) this.parts.push({ name: outline(sql), start, end: performance.now() });
      }
    };
  }

  belongTo(trace: Trace): void {
    this.parent = trace;
  }

  /** All statements are done; the commit follows. */
  done(): void {
    this.doneAt = performance.now();
  }

  end(error?: unknown): void {
    const sender = telemetry();
    if (!sender || !this.parent) return;
    const end = performance.now();
    if (this.doneAt !== undefined) this.parts.push({ name: 'commit', start: this.doneAt, end });
    const transaction = sender.child(this.parent, 'transaction', this.start, end, errorAttributes(error));
    for (const part of this.parts) sender.child(transaction, part.name, part.start, part.end);
  }
}

const errorAttributes = (error: unknown) => (error === undefined ? undefined : { 'error.type': errorType(error) });

/** Verbs and tables of one or more statements, without values. */
function outline(sql: string): string {
  const each = sql.split('; ').map((statement) => {
    const words = statement
      .slice(0, 4000)
      .split(/[\s`"(),]/)
      .filter(Boolean);
    const at = words.findIndex((word) => WORDS_BEFORE_TABLES.includes(word.toUpperCase()));
    return [words[0]?.toUpperCase(), at < 0 ? undefined : words[at + 1]].filter(Boolean).join(' ');
  });
  return [...new Set(each)].join('; ');
}
