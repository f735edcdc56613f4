import { WholeNumberField } from '../validation/validation';

const SIZE_MAX = 2048;

export const qrSizeMessage = (minimum: number): string => `size must be an integer from ${minimum} to ${SIZE_MAX}.`;

/** Optional image size in pixels, for queries. @param minimum what the longest text needs */
export function QrCodeSize(minimum: number): PropertyDecorator {
  return WholeNumberField(minimum, { message: qrSizeMessage(minimum) }, SIZE_MAX);
}
