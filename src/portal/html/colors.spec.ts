import { contrastOf, readableOn, textOn } from './colors';

const COLORS = ['#000000', '#ffffff', '#ffee00', '#777777', '#1d4ed8', '#ff0000', '#00ff00', '#767676', '#8a8a8a'];

it('has the contrasts of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it.each(COLORS)('%s gets text that can be read on it, and a shade that can be read on pages', (color) => {
  expect(contrastOf(textOn(color), color)).toBeGreaterThanOrEqual(4.5);
  for (const page of ['#ffffff', '#f6f7f9', '#14181f', '#1c222b'])
    expect(contrastOf(readableOn(color, page), page)).toBeGreaterThanOrEqual(4.5);
});

it('leaves a color as it is where it can be read', () => {
  expect(readableOn('#1d4ed8', '#ffffff')).toBe('#1d4ed8');
});
