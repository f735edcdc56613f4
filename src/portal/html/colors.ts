type Rgb = readonly [red: number, green: number, blue: number];

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const LEAST_CONTRAST = 4.5;
const STEPS = 40;

const parse = (color: string): Rgb => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;

const format = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance as defined by WCAG. */
function luminanceOf(color: string): number {
  const [red, green, blue] = parse(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. Colors are #rrggbb. */
export function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The nearest shade of a color with enough contrast to a background. */
export function readableOn(color: string, background: string): string {
  const towards: Rgb = luminanceOf(background) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  const from = parse(color);
  for (let step = 0; step < STEPS; step++) {
    const shade = format(from.map((part, index) => part + ((towards[index] - part) * step) / STEPS) as unknown as Rgb);
    if (contrastOf(shade, background) >= LEAST_CONTRAST) return shade;
  }
  return format(towards);
}

/** Black or white, whichever contrasts more: one of them always suffices. */
export const textOn = (color: string): string =>
  contrastOf('#ffffff', color) >= LEAST_CONTRAST ? '#ffffff' : '#000000';
