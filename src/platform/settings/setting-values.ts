import { resolve } from 'node:path';
import { parseAddressRange, withoutEndingSlashes, type AddressRange } from '../addresses/address';
import { isGuessable } from './secret-key';

// Parsers of single settings. Each throws an error that names a valid value.

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** @param otherwise ends the error message */
function wholeNumber(least: 0 | 1, most: number, otherwise: string): (text: string) => number {
  const digits = least === 0 ? /^\d{1,5}$/ : /^[1-9]\d{0,5}$/;
  return (text) => {
    if (!digits.test(text) || Number(text) > most) throw new Error(`"${text}" is ${otherwise}`);
    return Number(text);
  };
}

export const parsePort = wholeNumber(0, 65_535, 'not a port; use a number from 0 to 65535, for example 3000.');
export const parseLimit = wholeNumber(1, 10_000, 'not a limit; use a number from 1 to 10000.');
export const parseConnections = wholeNumber(
  1,
  999_999,
  'not a number of connections; use one from 1 to 999999, or leave it out.',
);
export const parseWorkers = wholeNumber(1, 64, 'not a number of processes; use one from 1 to 64.');
export const parseOfflineDays = wholeNumber(1, 3650, 'not a number of days; use one from 1 to 3650.');
export const parseRetention = wholeNumber(1, 99_999, 'not a number of days; use one from 1 to 99999, or leave it out.');
/** @returns descending, each once */
export function parseNoticeDays(text: string): readonly number[] {
  if (text === 'none') return [];
  const days = text.split(',').map((day) => (/^\s*[1-9]\d{0,2}\s*$/.test(day) ? Number(day) : NaN));
  if (days.length > 10 || days.some((day) => !(day <= 366))) {
    throw new Error(`"${text}" is not a list of days; use up to ten from 1 to 366, such as 30,7,1, or none.`);
  }
  return [...new Set(days)].toSorted((a, b) => b - a);
}

export const parseDrainDelay = wholeNumber(0, 60_000, 'not a delay; use milliseconds from 0 to 60000.');

export function parseHost(text: string): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(text)) {
    throw new Error(`"${text}" is not an address to listen on; use one such as 127.0.0.1 or ::.`);
  }
  return text;
}

export function parseFile(text: string): string {
  if (text.endsWith('/')) throw new Error(`"${text}" is a folder; name a file.`);
  return resolve(text);
}

/** Errors don't repeat the value: it is a secret. */
export function parseBootstrapApiKey(text: string): string {
  if (!/^[\x21-\x2b\x2d-\x7e]{24,191}$/.test(text)) {
    throw new Error('must be 24 to 191 printable ASCII characters without spaces or commas.');
  }
  if (isGuessable(text)) {
    throw new Error('could be guessed; use a random one, such as the command "openssl rand -hex 32" prints.');
  }
  return text;
}

const rangesOf =
  (what: string) =>
  (text: string): AddressRange[] =>
    text.split(',').map((part) => {
      const range = parseAddressRange(part.trim());
      if (range) return range;
      throw new Error(
        `"${part.trim()}" is not an address or range; list ${what} such as 127.0.0.1, 10.0.0.0/8 or fd00::/8.`,
      );
    });

export const parseTrustProxy = rangesOf('proxies');
export const parseNetworks = rangesOf('networks');

/** Errors don't repeat the value: it may hold a password. */
export function parseProxy(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' || !url.hostname || url.pathname !== '/' || url.search || url.hash)
    throw new Error(
      'names no proxy; use one such as http://proxy.example.com:3128 or http://user:password@10.0.0.3:3128.',
    );
  return url;
}

export function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new Error(`"${text}" is not the address of a site; use one such as https://go.example.com.`);
  }
  return withoutEndingSlashes(url.origin + url.pathname);
}

export function parseCorsOrigins(text: string): string[] {
  return text.split(',').map((part) => {
    const origin = part.trim();
    if (!/^https?:/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(`"${origin}" is not an origin; list some such as https://app.example.com, without a path.`);
    }
    return origin;
  });
}

/** Errors don't repeat the value: it may hold a password. */
export function parseRedisUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^rediss?:$/.test(url.protocol) || !url.hostname) {
    throw new Error('names no Redis; use redis://user:password@host:6379/0, or rediss:// for TLS.');
  }
  return text;
}

export function parseLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text.toLowerCase());
  if (!level) throw new Error(`"${text}" is not a log level; use one of ${LOG_LEVELS.join(', ')}.`);
  return level;
}

export function parseShare(text: string): number {
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text)) {
    throw new Error(`"${text}" is not a share; use a number from 0 (none) to 1 (all), for example 0.01.`);
  }
  return Number(text);
}

export function parseOnOff(text: string): boolean {
  if (!/^(on|off)$/i.test(text)) throw new Error(`"${text}" is neither on nor off.`);
  return text.toLowerCase() === 'on';
}

export function parseSwitch(text: string): boolean {
  if (!/^(true|false)$/i.test(text)) throw new Error(`"${text}" is neither true nor false.`);
  return text.toLowerCase() === 'true';
}
