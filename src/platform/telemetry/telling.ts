import { type ExportResult, ExportResultCode } from '@opentelemetry/core';

export type Tell = (level: 'warn' | 'info', message: string) => void;

interface Exporter<Item> {
  export(items: Item[], done: (result: ExportResult) => void): void;
  forceFlush?(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Wraps an exporter, and reports when failures begin and end. */
export class Telling<Item> implements Exporter<Item> {
  private isFailing = false;

  constructor(
    private readonly exporter: Exporter<Item>,
    private readonly what: 'Traces' | 'Log records',
    private readonly tell: Tell,
  ) {}

  export(items: Item[], done: (result: ExportResult) => void): void {
    this.exporter.export(items, (result) => {
      this.note(result);
      // After a failure, a batch processor would start two exports in parallel next time, then more and more.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private note({ code, error }: ExportResult): void {
    const isFailing = code !== ExportResultCode.SUCCESS;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    if (isFailing)
      this.tell(
        'warn',
        `${this.what} could not be sent to the collector (${reasonOf(error)}). Until it takes them, what doesn't fit in the queue is lost.`,
      );
    else this.tell('info', `${this.what} are sent to the collector again.`);
  }
}

/** Without the collector's own text, which may contain anything. */
function reasonOf(error: Error | undefined): string {
  const code = error && 'code' in error ? error.code : undefined;
  if (typeof code === 'number') return `status ${code}`;
  return typeof code === 'string' ? code : (error?.message ?? 'unknown');
}
