/** Reproducible random numbers for made-up data; predictable. */
export class Dice {
  private state: number;

  constructor(...seed: readonly number[]) {
    this.state = seed.reduce((state, number) => scatter(state ^ scatter(number + 0x9e3779b9)), 1);
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    return (scatter(this.state) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 to less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
}

function scatter(number: number): number {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
