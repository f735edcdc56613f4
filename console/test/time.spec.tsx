import { act, fireEvent, screen } from '@testing-library/react';
import { Time } from '../src/text/time';
import { dayName, exactTime, fromNow, localTime } from '../src/text/times';
import { show } from './show';

const at = (text: string) => new Date(text).getTime();
const tip = () => screen.queryByRole('tooltip')?.textContent;
const NOW = at('2026-11-23T14:11:00');

it.each([
  ['2026-11-23T14:03:11', 'today, 14:03'],
  ['2026-11-22T23:59:00', 'yesterday, 23:59'],
  ['2026-11-24T00:00:00', 'tomorrow, 00:00'],
  ['2026-11-21T16:48:00', '21 Nov, 16:48'],
  ['2027-03-14T10:22:00', '14 Mar 2027, 10:22'],
])('says %s as %s', (time, words) => {
  expect(localTime(at(time), false, NOW)).toBe(words);
});

it.each([
  ['2026-11-23T14:10:30', 'just now'],
  ['2026-11-23T13:59:00', '12 min ago'],
  ['2026-11-23T11:00:00', '3 h ago'],
  ['2026-11-21T23:00:00', '2 days ago'],
  ['2026-11-22T13:00:00', 'yesterday'],
  ['2026-10-13T14:00:00', '41 days ago'],
  ['2027-03-14T10:22:00', 'in 4 months'],
  ['2024-03-14T10:22:00', '3 years ago'],
])('says how far %s is away: %s', (time, words) => {
  expect(fromNow(at(time), NOW)).toBe(words);
});

it('names a day, with the year where it is another', () => {
  expect(dayName(at('2026-09-02T09:15:00'), NOW)).toBe('2 Sep');
  expect(dayName(at('2027-03-14T10:22:00'), NOW)).toBe('14 Mar 2027');
});

it('shows the exact time with its zone for the focus and the pointer, until Escape or until they leave', async () => {
  await show(<Time at={NOW} as="relative" />);
  const time = document.querySelector('time')!;
  expect(tip()).toBeUndefined();
  fireEvent.focus(time);
  expect(tip()).toBe(exactTime(NOW));
  expect(tip()).toMatch(/^Monday 23 November 2026, 14:11:00 \S+/);
  fireEvent.keyDown(time, { key: 'Escape' });
  expect(tip()).toBeUndefined();
  fireEvent.mouseEnter(time);
  expect(tip()).toBe(exactTime(NOW));
  fireEvent.mouseLeave(time);
  expect(tip()).toBeUndefined();
});

it('goes on showing it for the focus when the page scrolls, and no longer for the pointer', async () => {
  await show(<Time at={NOW} as="relative" tabIndex={0} />);
  const time = document.querySelector('time')!;
  fireEvent.mouseEnter(time);
  fireEvent.scroll(document);
  expect(tip()).toBeUndefined();
  act(() => time.focus());
  time.getBoundingClientRect = () => new DOMRect(40, 300, 60, 20);
  fireEvent.scroll(document);
  expect(tip()).toBe(exactTime(NOW));
  expect(screen.getByRole('tooltip').style.top).toBe('294px');
});

it('leaves times that no calendar holds as they are', () => {
  expect(localTime(9e15)).toBe('9000000000000000');
  expect(fromNow(9e15, NOW)).toMatch(/^in [\d,]+ years$/);
});
