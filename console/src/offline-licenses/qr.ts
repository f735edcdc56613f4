import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** A QR code as the address of an image. It is drawn here: asking the service for one would issue another license. */
export function qrImage(text: string): string {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return `data:image/svg+xml,${encodeURIComponent(toSvgSource(code, { off: 'white', pad: 4 }))}`;
}
