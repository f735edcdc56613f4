import type { LoggerService } from '@nestjs/common';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from '../settings/setting-values';
import { describeError } from './describe-error';
import { LogOutput } from './log-output';
import { terminalLine } from './terminal-line';

const LINES_LOST = 'lines of the log were lost, since what reads it was too slow';

/** The process's log: readable lines in a terminal, one JSON object a line anywhere else. */
export function createLogger(level: LogLevel): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  const output = new LogOutput((lines) => logger.error({ lines }, LINES_LOST));
  const destination = process.stdout.isTTY ? { write: (line: string) => output.write(terminalLine(line)) } : output;
  const logger: Logger = pino(options, destination);
  return logger;
}

const START_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** What Nest raises while the service starts, `main` tells in one sentence. */
const RAISED_CONTEXTS = new Set(['ExceptionHandler', 'NestApplication']);

/** Nest's own messages and those of its `Logger`, written through pino. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** Nest lists every module and route when it starts: that is for who debugs. */
  log(message: unknown, ...parameters: unknown[]): void {
    this.write(START_CONTEXTS.has(String(parameters.at(-1))) ? 'debug' : 'info', message, parameters);
  }

  warn(message: unknown, ...parameters: unknown[]): void {
    this.write('warn', message, parameters);
  }

  error(message: unknown, ...parameters: unknown[]): void {
    if (RAISED_CONTEXTS.has(String(parameters.at(-1)))) return;
    this.write('error', message, parameters);
  }

  fatal(message: unknown, ...parameters: unknown[]): void {
    this.write('fatal', message, parameters);
  }

  debug(message: unknown, ...parameters: unknown[]): void {
    this.write('debug', message, parameters);
  }

  verbose(message: unknown, ...parameters: unknown[]): void {
    this.write('trace', message, parameters);
  }

  /** Nest passes its context last; `logger.warn({ fields }, 'text')` is pino's own order. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const texts = rest.filter((part): part is string => typeof part === 'string');
    const context = texts.pop();
    // Not spread: an error's own fields may hold a statement and its parameters.
    if (message instanceof Error) this.logger[level]({ context, err: message }, texts[0]);
    else if (typeof message === 'object' && message !== null) this.logger[level]({ context, ...message }, texts[0]);
    else this.logger[level]({ context, stack: texts[0] }, String(message));
  }
}
