const STEPS = [1, 2, 5, 10];

/** Whole numbers at about equal, round distances from 0 to at least `most`. */
export function marksUpTo(most: number, count: number): number[] {
  const rough = Math.max(1, most / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough) ?? 10);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

/** How many places lie between two names on an axis, so that names of this width don't touch. */
export function placesBetween(places: number, width: number, nameWidth: number): number {
  const least = (places * nameWidth) / width;
  return [1, 2, 3, 4, 6, 12, 24].find((each) => each >= least) ?? Math.ceil(least);
}
