import jsQR from 'jsqr';
import { PNG } from 'pngjs';

interface Image {
  readonly width: number;
  readonly height: number;
  /** What the QR code in it says; undefined when none is found. */
  readonly text: string | undefined;
}

/** The decoder takes seconds for large images: of those it gets some pixels of each module. */
const MOST_PIXELS_ACROSS = 512;
const PIXELS_A_MODULE = 4;

/** Reads a PNG and the QR code in it with programs that had no part in making them. */
export function readPng(bytes: Buffer): Image {
  const { width, height, data } = PNG.sync.read(bytes);
  const step = Math.ceil(width / MOST_PIXELS_ACROSS);
  const across = Math.floor(width / step);
  return { width, height, text: decode(across, (x, y) => data[4 * (y * step * width + x * step)] === 0) };
}

/** Reads an SVG of one path: outlines on whole numbers around what is dark. */
export function readSvg(svg: string): Image {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
  const [, left, top, modules] = /viewBox="(\S+) (\S+) (\d+) \3"/.exec(svg)!.map(Number);
  const [, path] = / d="([^"]+)"/.exec(svg)!;
  const outlines = path
    .split('Z')
    .slice(0, -1)
    .map((outline) =>
      outline
        .slice(1)
        .split('L')
        .map((corner) => corner.split(' ').map(Number)),
    );
  const isDark = (x: number, y: number) =>
    isInside(outlines, left + Math.floor(x / PIXELS_A_MODULE) + 0.5, top + Math.floor(y / PIXELS_A_MODULE) + 0.5);
  return { width, height, text: decode(modules * PIXELS_A_MODULE, isDark) };
}

/** A point is inside when a ray from it to the right crosses outlines an odd number of times. */
function isInside(outlines: number[][][], x: number, y: number): boolean {
  let inside = false;
  for (const outline of outlines) {
    for (const [index, [x1, y1]] of outline.entries()) {
      const [x2, y2] = outline[(index + 1) % outline.length];
      if (x1 === x2 && x1 > x && y1 > y !== y2 > y) inside = !inside;
    }
  }
  return inside;
}

function decode(across: number, isDark: (x: number, y: number) => boolean): string | undefined {
  const pixels = new Uint8ClampedArray(across * across * 4).fill(0xff);
  for (let index = 0; index < across * across; index++) {
    if (isDark(index % across, Math.floor(index / across))) pixels.fill(0, index * 4, index * 4 + 3);
  }
  return jsQR(pixels, across, across)?.data;
}
