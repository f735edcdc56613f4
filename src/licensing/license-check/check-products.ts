import { invalidField } from '../../platform/errors/errors';
import { PID_MAX } from '../license-keys/license-key-limits';

const MOST_PRODUCTS = 100;

export const BAD_PRO_IDS = `proIds must be 1 to ${MOST_PRODUCTS} product ids, integers from 0 to ${PID_MAX}: a JSON array, or proIds=6,9.`;

/** Lists in queries and forms: `proIds`, `proIds[]` (axios), `proIds[0]` (PHP). */
const PRO_IDS = /^proIds(?:\[\d*\])?$/;

export const isProIds = (name: string): boolean => PRO_IDS.test(name);

export function readProduct(product: unknown, problem: string): number {
  if (Number.isInteger(product) && (product as number) >= 0 && (product as number) <= PID_MAX) return product as number;
  throw invalidField(problem);
}

export function readProductText(text: unknown, problem: string): number {
  return readProduct(typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : undefined, problem);
}

/** Reads `proIds` of the first source that has it. @throws {ApiError} 400 if it is missing, wrong or too long */
export function readProducts(sources: readonly Readonly<Record<string, unknown>>[]): number[] {
  for (const source of sources) {
    const names = Object.keys(source).filter(isProIds);
    if (names.length === 0) continue;
    const products = names.flatMap((name) => source[name]).flatMap(splitText);
    if (products.length === 0 || products.length > MOST_PRODUCTS) break;
    return products.map((product) =>
      typeof product === 'string' ? readProductText(product, BAD_PRO_IDS) : readProduct(product, BAD_PRO_IDS),
    );
  }
  throw invalidField(BAD_PRO_IDS);
}

function splitText(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value];
  return value
    .replace(/^\[(.*)\]$/, '$1')
    .split(',')
    .map((part) => part.trim());
}
