import { writeSync } from 'node:fs';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import SonicBoom from 'sonic-boom';
import type { LogLevel } from '../settings/setting-values';
import { logSender } from '../telemetry/telemetry';
import { describeError } from './describe-error';
import { terminalLine } from './terminal-line';

const LINES_LOST = 'lines of the log were lost, since what reads it was too slow';

/** Logs readable lines to a terminal, JSON lines elsewhere; to a collector too, if telemetry was started and sends logs. */
export function createLogger(level: LogLevel): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  const output = new LogOutput((lines) => logger.error({ lines }, LINES_LOST));
  const destination = process.stdout.isTTY ? { write: (line: string) => output.write(terminalLine(line)) } : output;
  const logger: Logger = pino(options, besides(destination, logSender()));
  return logger;
}

function besides(destination: DestinationStream, send: ((line: string) => void) | undefined): DestinationStream {
  if (!send) return destination;
  return {
    write: (line) => {
      destination.write(line);
      send(line);
    },
  };
}

const START_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** `main` reports errors of the start. */
const RAISED_CONTEXTS = new Set(['ExceptionHandler', 'NestApplication']);

export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** Nest lists every module and route at the start: debug only. */
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

const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;
/** Characters waiting for a slow reader, some ten thousand lines. Lines beyond that are lost and counted. */
const MOST_WAITING = 4 * 1024 * 1024;
/** Longest wait for the log's reader at exit, in milliseconds. */
const LAST_WAIT_MS = 1000;

/** Writes to standard output. A slow or missing reader or a full disk only loses lines; requests never wait. */
class LogOutput {
  private readonly stream = new SonicBoom({
    fd: STANDARD_OUTPUT,
    sync: false,
    maxLength: MOST_WAITING,
    retryEAGAIN: () => performance.now() < this.lastsUntil,
  });
  private lost = 0;
  private lastsUntil = Infinity;
  private isRead = true;

  /** @param tellLost gets the number of lost lines once there is room again */
  constructor(tellLost: (lines: number) => void) {
    this.stream.on('drop', () => {
      this.lost++;
      // Retries a failed write; a dropped line doesn't.
      this.stream.flush();
    });
    this.stream.on('drain', () => {
      if (this.lost === 0) return;
      const lines = this.lost;
      this.lost = 0;
      tellLost(lines);
    });
    // Other failures, such as a full disk, may pass: the next line tries again.
    this.stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') this.isRead = false;
    });
    process.once('exit', this.end);
  }

  write(line: string): void {
    if (this.isRead) this.stream.write(line);
  }

  private readonly end = (): void => {
    if (!this.isRead) return;
    this.lastsUntil = performance.now() + LAST_WAIT_MS;
    try {
      this.stream.flushSync();
    } catch (error) {
      tellPlainly(`The end of the log could not be written: ${(error as Error).message}.`);
    }
  };
}

function tellPlainly(message: string): void {
  try {
    writeSync(STANDARD_ERROR, `${message}\n`);
  } catch {
    // The process ends.
  }
}
