import timers from 'node:timers/promises';

interface Task {
  /** In virtual milliseconds. */
  readonly at: number;
  /** Whom it belongs to: an instance, or nobody. */
  readonly owner: object | undefined;
  readonly run: () => void;
}

const REAL = { setImmediate, setTimeout, clearTimeout, now: Date.now, count: performance.now.bind(performance) };
const sleep = timers.setTimeout;
/** Virtual time begins here, in milliseconds since the Unix epoch. */
const BEGINNING = 1_767_225_600_000;

/**
 * Takes the place of the process's clocks and timers: time goes by only when nothing is left to do, and then at once. All that
 * a task brings about by promises happens before the next one, so a schedule depends on nothing but its seed.
 */
export class VirtualTime {
  /** In milliseconds from the beginning. */
  now = 0;
  /** Whose task runs. */
  owner: object | undefined;
  /** By how many milliseconds the clock of an owner is wrong. */
  readonly offsets = new WeakMap<object, number>();
  /** By time, and those of one time in the order in which they were asked for. */
  private tasks: Task[] = [];

  install(): void {
    const set = (run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) =>
      new Handle(
        this,
        this.add(delay, () => run(...values)),
      );
    Object.assign(globalThis, {
      setTimeout: set,
      setImmediate: (run: (...values: unknown[]) => void, ...values: unknown[]) => set(run, 0, ...values),
      clearTimeout: (handle: unknown) => handle instanceof Handle && handle.clear(),
      clearImmediate: (handle: unknown) => handle instanceof Handle && handle.clear(),
    });
    Object.assign(timers, { setTimeout: (delay: number, value: unknown) => this.pass(delay).then(() => value) });
    Date.now = () => this.date() + ((this.owner && this.offsets.get(this.owner)) ?? 0);
    performance.now = () => this.now;
  }

  uninstall(): void {
    const { setImmediate: immediate, setTimeout: timeout, clearTimeout: clear } = REAL;
    Object.assign(globalThis, { setImmediate: immediate, setTimeout: timeout, clearTimeout: clear });
    Object.assign(timers, { setTimeout: sleep });
    Date.now = REAL.now;
    performance.now = REAL.count;
  }

  /** Begins anew, without any tasks. */
  reset(): void {
    this.tasks = [];
    this.owner = undefined;
  }

  /** The right time, in milliseconds since the Unix epoch. */
  date(): number {
    return BEGINNING + Math.floor(this.now);
  }

  pass(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.add(milliseconds, resolve));
  }

  add(delay: number, run: () => void, owner = this.owner): Task {
    const task = { at: this.now + Math.max(0, delay), owner, run };
    let index = this.tasks.length;
    while (index > 0 && this.tasks[index - 1].at > task.at) index--;
    this.tasks.splice(index, 0, task);
    return task;
  }

  remove(task: Task): void {
    const index = this.tasks.indexOf(task);
    if (index >= 0) this.tasks.splice(index, 1);
  }

  /** What an instance still had to do is never done. */
  kill(owner: object): void {
    this.tasks = this.tasks.filter((task) => task.owner !== owner);
  }

  /** Runs tasks until there are none. @throws {Error} if that takes longer than `most` virtual milliseconds */
  async run(most: number): Promise<void> {
    const end = this.now + most;
    for (let task = this.tasks.shift(); task; task = this.tasks.shift()) {
      if (task.at > end) throw new Error(`It goes on for more than ${most} ms.`);
      this.now = task.at;
      this.owner = task.owner;
      task.run();
      await new Promise((resolve) => REAL.setImmediate(resolve));
    }
    this.owner = undefined;
  }
}

/** What `setTimeout` returns. */
class Handle {
  constructor(
    private readonly time: VirtualTime,
    private readonly task: Task,
  ) {}

  clear(): void {
    this.time.remove(this.task);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
