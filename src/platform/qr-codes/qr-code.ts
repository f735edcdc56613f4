import { crc32, deflateSync } from 'node:zlib';
import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { invalidField } from '../errors/errors';

/** White modules around a code, which readers need (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export const QR_FORMATS = ['svg', 'png'] as const;
export type QrFormat = (typeof QR_FORMATS)[number];

export const QR_CONTENT_TYPES: Readonly<Record<QrFormat, string>> = { svg: 'image/svg+xml', png: 'image/png' };

/** Pixels. */
export const QR_DEFAULT_SIZE = 256;

/** @param text at most 1000 ASCII characters. @throws {ApiError} 400 if a PNG is too small for its modules */
export function drawQrCode(text: string, format: QrFormat, size: number): string | Buffer {
  return format === 'svg' ? drawSvg(text, size) : drawPng(text, size);
}

/** Level M survives 15 percent damage. */
function encode(text: string): Bitmap2D {
  return generate(text, { minCorrectionLevel: correction.M });
}

function drawSvg(text: string, size: number): string {
  return toSvgSource(encode(text), { width: size, height: size, off: 'white', pad: QUIET_ZONE, xmlDeclaration: true });
}

/** One bit per pixel, and each row of modules drawn once: other requests don't wait long for a large image. */
function drawPng(text: string, size: number): Buffer {
  const code = encode(text);
  const least = code.size + 2 * QUIET_ZONE;
  if (size < least) throw invalidField(`size must be at least ${least} for a text of this length.`);
  const scale = Math.floor(size / least);
  const margin = Math.floor((size - code.size * scale) / 2);
  // The first byte of a row is its filter: none.
  const rowLength = 1 + Math.ceil(size / 8);
  const white = Buffer.alloc(rowLength, 0xff).fill(0, 0, 1);
  const rows = Array<Buffer>(size).fill(white);
  for (let y = 0; y < code.size; y++) {
    const row = Buffer.from(white);
    for (let pixel = margin; pixel < margin + code.size * scale; pixel++) {
      if (code.get(Math.floor((pixel - margin) / scale), y)) row[1 + (pixel >> 3)] &= ~(0x80 >> (pixel & 7));
    }
    rows.fill(row, margin + y * scale, margin + (y + 1) * scale);
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', pngHeader(size)),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Width, height, one bit of grey per pixel, default methods. */
function pngHeader(size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 1;
  return header;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
