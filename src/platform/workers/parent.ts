import cluster, { type Worker } from 'node:cluster';

interface Message {
  readonly type: string;
  readonly id: number;
  readonly content: unknown;
}

/** In the parent of several workers: answers their questions of this type. @param answer never fails */
export function answerWorkers(type: string, answer: (content: unknown) => Promise<unknown>): void {
  const respond = async (worker: Worker, { id, content }: Message): Promise<void> => {
    const answered: Message = { type, id, content: await answer(content) };
    // A worker that is ending asks nothing more.
    if (worker.isConnected()) worker.send(answered, () => undefined);
  };
  cluster.on('message', (worker, message: Message) => {
    if (message.type === type) void respond(worker, message);
  });
}

/** In a worker: asks its parent. */
export class Parent<Question, Answer> {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private asked = 0;

  constructor(
    private readonly type: string,
    private readonly patienceMs: number,
  ) {
    process.on('message', (message: Message) => {
      if (message.type === type) this.waiting.get(message.id)?.(message.content as Answer);
    });
  }

  /** @returns undefined if the parent does not answer in time */
  ask(content: Question): Promise<Answer | undefined> {
    const id = ++this.asked;
    return new Promise((resolve) => {
      const settle = (answer?: Answer): void => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(settle, this.patienceMs);
      this.waiting.set(id, settle);
      process.send?.({ type: this.type, id, content } satisfies Message, undefined, undefined, (error) => {
        if (error) settle();
      });
    });
  }
}
