import { isSameRun, type ServerRun, serverRun } from './server-run';

const DAY = 86_400;
const run = (server: string, uptime: number, seconds: number): ServerRun =>
  serverRun([[{ server }], [{ Variable_name: 'Uptime', Value: String(uptime) }]], seconds * 1000);

describe('the run of a server', () => {
  it.each<[string, boolean, ServerRun, ServerRun]>([
    ['at the same moment', true, run('a:1:1', 50, 7), run('a:1:1', 50, 7)],
    ['later', true, run('a:1:1', 50, 7), run('a:1:1', 60, 17)],
    ['later, by seconds that were cut', true, run('a:1:1', 50, 7), run('a:1:1', 59, 17)],
    ['after a day of a clock that loses four seconds', true, run('a:1:1', 50, 0), run('a:1:1', DAY + 46, DAY)],
    ['after this process was suspended', true, run('a:1:1', 50, 7), run('a:1:1', 5000, 17)],
    ['after a restart', false, run('a:1:1', 50, 7), run('a:1:1', 1, 17)],
    ['after a restart soon after a start', false, run('a:1:1', 0, 0), run('a:1:1', 2, 4)],
    ['on a server with another name', false, run('a:1:1', 50, 7), run('b:1:1', 60, 17)],
    ['on a server that does not say it', false, run('a:1:1', 50, 7), serverRun([[{ server: 'a:1:1' }], []], 17_000)],
  ])('is the same: %s: %s', (_, same, before, now) => {
    expect(isSameRun(before, now)).toBe(same);
  });
});
