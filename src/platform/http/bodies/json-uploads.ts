import type { Request, Response } from 'express';
import { Semaphore } from '../../concurrency/semaphore';
import { unsupportedMediaType, uploadTooLarge } from '../../errors/errors';
import { parseJsonBody } from './json-body';
import { hasBody, isJson } from './read-body';
import { beginUpload, readUpload } from './upload';

/** How large a body may be. */
export interface JsonLimits {
  readonly bytes: number;
  readonly values: number;
}

/** JSON bodies that are larger than others, of which a few are in memory at a time. */
export class JsonUploads {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly limits: JsonLimits,
    permits: number,
  ) {
    this.semaphore = new Semaphore(permits);
  }

  /**
   * Reads a body once there is room for it, and keeps that room while `use` works with it; undefined where there is none.
   * @throws {ApiError} 400, 408, 413 or 415 for what is wrong with the body
   */
  async take(request: Request, response: Response, use: (body: unknown) => Promise<void>): Promise<void> {
    beginUpload(request, response);
    await this.semaphore.hold(async () => {
      // While it waited for its permit, it was answered 503 or given up.
      if (response.headersSent || response.destroyed) return;
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
