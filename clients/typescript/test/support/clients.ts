import type { KeylinkClient } from '../../src/client.js';
import { createClient, type NodeClientOptions } from '../../src/node.js';
import type { Store } from '../../src/options.js';
import type { StandIn } from './stand-in.js';

export const REQUEST = { key: 'bb8b1bec-4323-4373-ae4e-16696767e842', device: 'laptop-of-anna' };
export const PRODUCT = 6;

/** A client of the stand-in. */
export function clientOf(standIn: StandIn, options: Partial<NodeClientOptions> = {}): KeylinkClient {
  return createClient({ url: standIn.url, rootKey: standIn.root.x, product: PRODUCT, ...options });
}

/** A store that a test can look into and write. */
export class OpenStore implements Store {
  saves = 0;
  constructor(public text?: string) {}

  load(): string | undefined {
    return this.text;
  }

  save(text: string): void {
    this.saves += 1;
    this.text = text;
  }

  read(): { keySets: string[]; tokens: string[] } & Record<string, unknown> {
    return JSON.parse(this.text ?? '{}') as { keySets: string[]; tokens: string[] };
  }

  change(change: object): this {
    this.text = JSON.stringify({ ...this.read(), ...change });
    return this;
  }

  /** Another machine's copy of the same file. */
  copy(): OpenStore {
    return new OpenStore(this.text);
  }
}
