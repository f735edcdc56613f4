import { fireEvent, screen } from '@testing-library/react';
import { UsageStrip } from '../src/usage/usage-strip';
import { show } from './show';

const DAYS = ['2026-11-21', '2026-11-22', '2026-11-23'];
const USED = {
  passed: 9,
  refused: 1,
  days: [
    { day: '2026-11-21', passed: 1, refused: 0, address: '192.0.2.7', details: '' },
    { day: '2026-11-23', passed: 8, refused: 1, address: '203.0.113.24', details: '4.2.0 Windows' },
  ],
};

it('tells of each day of a strip by the arrows, and of all of them by its name', async () => {
  await show(<UsageStrip label="Desk" days={DAYS} used={USED} />);
  const strip = screen.getByRole('slider', { name: 'Desk, 3 days: 9 checks passed, 1 refused' });
  const said = () => strip.getAttribute('aria-valuetext');
  expect(said()).toBe('Monday 23 November: 8 checks passed, 1 refused, from 203.0.113.24, 4.2.0 Windows');
  fireEvent.keyDown(strip, { key: 'ArrowLeft' });
  expect(said()).toBe('Sunday 22 November: no check');
  expect(screen.getByRole('tooltip').textContent).toBe('Sunday 22 November: no check');
  fireEvent.keyDown(strip, { key: 'Home' });
  fireEvent.keyDown(strip, { key: 'ArrowLeft' });
  expect(said()).toBe('Saturday 21 November: 1 check passed, from 192.0.2.7');
});
