/** A store whose commits end when the test says so. */
export class FakeStore {
  readonly batches: string[][] = [];
  private readonly waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];

  commit = async (requests: string[]): Promise<string[]> => {
    this.batches.push(requests);
    await new Promise<void>((resolve, reject) => this.waiting.push({ resolve, reject }));
    return requests.map((request) => `${request}!`);
  };

  async finish(error?: Error): Promise<void> {
    while (this.waiting.length === 0) await new Promise(setImmediate);
    const { resolve, reject } = this.waiting.shift()!;
    if (error) reject(error);
    else resolve();
  }
}
