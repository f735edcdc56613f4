import type { Problem } from './error-codes';
import { apiError, badRequest } from './errors';

export const unknownExpectation = () =>
  apiError(417, {
    code: 'request.expectation',
    message: 'The Expect header asks for something that this service does not support.',
  });

export const headersTooLarge = () =>
  apiError(431, { code: 'header.tooLarge', message: 'The headers are too large: at most 16 kB are accepted.' });

const UNKNOWN_CODING: Problem<'request.transferCoding'> = {
  code: 'request.transferCoding',
  message: 'Send the body with Content-Length, or with Transfer-Encoding: chunked and no other coding.',
};

/** Only chunked is accepted; other codings are ambiguous. */
export const unknownTransferCoding = () => apiError(501, UNKNOWN_CODING, { Connection: 'close' });

export const badTransferCoding = () => badRequest(UNKNOWN_CODING);
