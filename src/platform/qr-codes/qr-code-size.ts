import { WholeNumberField } from '../validation/validation';

const SIZE_MAX = 2048;

export const qrSizeMessage = (minimum: number): string => `size must be an integer from ${minimum} to ${SIZE_MAX}.`;

/**
 * For query parameters: width and height of the image of a QR code in pixels, which may be left out.
 * @param minimum what the longest text needs at least
 */
export function QrCodeSize(minimum: number): PropertyDecorator {
  return WholeNumberField(minimum, { message: qrSizeMessage(minimum) }, SIZE_MAX);
}
