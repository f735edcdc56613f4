import { Injectable } from '@nestjs/common';

/** Pids used by other wings' records, such as license keys: each owner adds how to find its greatest. */
@Injectable()
export class UsedPids {
  private readonly finders: (() => Promise<number>)[] = [];

  /** @param findGreatest 0 if there is none */
  add(findGreatest: () => Promise<number>): void {
    this.finders.push(findGreatest);
  }

  async findGreatest(): Promise<number> {
    return Math.max(0, ...(await Promise.all(this.finders.map((find) => find()))));
  }
}
