import type { Request, Response } from 'express';
import { isGivenUp } from '../../concurrency/given-up';
import { Semaphore } from '../../concurrency/semaphore';
import { unsupportedMediaType, uploadTooLarge } from '../../errors/errors';
import { parseJsonBody } from './json-body';
import { hasBody, isJson } from './read-body';
import { beginUpload, readUpload } from './upload';

interface JsonLimits {
  readonly bytes: number;
  readonly values: number;
}

/** Reads large JSON bodies, a few at a time. */
export class JsonUploads {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly limits: JsonLimits,
    permits: number,
  ) {
    this.semaphore = new Semaphore(permits);
  }

  /** Holds a permit while it reads the body and during `use`. @throws {ApiError} 400, 408, 413 or 415 */
  async take(request: Request, response: Response, use: (body: unknown) => Promise<void>): Promise<void> {
    beginUpload(request, response);
    await this.semaphore.hold(async () => {
      if (isGivenUp(response)) return;
      await use(await this.read(request));
    });
  }

  private async read(request: Request): Promise<unknown> {
    if (!hasBody(request)) return undefined;
    if (!isJson(request)) throw unsupportedMediaType();
    const { bytes, values } = this.limits;
    if (Number(request.headers['content-length']) > bytes) throw uploadTooLarge(bytes);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of readUpload(request)) {
      size += chunk.length;
      if (size > bytes) throw uploadTooLarge(bytes);
      chunks.push(chunk);
    }
    return size === 0 ? undefined : parseJsonBody(Buffer.concat(chunks), values);
  }
}
