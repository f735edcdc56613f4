import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Fact } from '../../src/selling/shops/facts';
import type { Ask, ShopMessage } from '../../src/selling/shops/shop';
import { ROOT } from './root';

/** A message as a shop sends it, with what it means. */
export interface ShopFixture {
  readonly name: string;
  readonly from?: 'api';
  readonly headers?: Readonly<Record<string, string>>;
  /** What the shop's API answers at each path; without any the source has no token. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly isTrusted?: boolean;
  /** Whether the source is one of the shop's test system. */
  readonly isTest?: boolean;
  /** Whether it is sent as a form. */
  readonly form?: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly facts?: readonly Fact[];
  readonly remark?: string;
  /** The message of the error; then there are no facts. */
  readonly problem?: string;
}

const FOLDER = join(ROOT, 'test/fixtures/shops');

export function readShopFixtures(shop: string): readonly ShopFixture[] {
  const folder = join(FOLDER, shop);
  return readdirSync(folder).map((file) => ({
    ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<ShopFixture, 'name'>),
    name: basename(file, '.json'),
  }));
}

export function messageOf({ from, headers = {}, isTest, form, body }: ShopFixture): ShopMessage {
  const text = form ? String(new URLSearchParams(body as Record<string, string>)) : JSON.stringify(body);
  return { from: from ?? 'webhook', headers, isTest, body: Buffer.from(text) };
}

/** Answers 404 for what the fixture doesn't have. */
export function askOf({ answers }: ShopFixture): Ask | undefined {
  if (!answers) return undefined;
  return ({ path }) => Promise.resolve({ status: path in answers ? 200 : 404, headers: {}, body: answers[path] });
}
