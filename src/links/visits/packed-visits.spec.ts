import { type GrantedVisit, packVisits, unpackVisits } from './packed-visits';
import { OTHERS, VisitTally } from './visit-tally';

const visit = (linkId: number, profile: string, isBot = false): GrantedVisit => ({
  linkId,
  facts: { isBot, profile: isBot ? '' : profile, visitor: isBot ? '' : 'AbCdEf' },
});

it('visits come out of a portion as they went in', () => {
  const visits = [visit(1, 'example.com\nDE'), visit(2, ''), visit(1, 'example.com\nDE'), visit(3, '', true)];
  expect(unpackVisits(packVisits(visits))).toEqual(visits);
});

it('a portion fits its column whatever visitors send, and every visit stays', () => {
  const visits = Array.from({ length: 512 }, (_, number) => visit(2_000_000_000, `${number}${'ü"'.repeat(300)}`));
  const packed = packVisits(visits);
  expect(Buffer.byteLength(packed)).toBeLessThan(65_535);
  expect(unpackVisits(packed)).toHaveLength(512);
});

it('sums fit their column, and each dimension adds up to the visits of people', () => {
  const tally = new VisitTally();
  for (let number = 0; number < 200; number++) {
    const long = `${number}`.padEnd(64, '語');
    // The others come from lists.
    const profile = [long, 'DE', 'desktop', 'Linux', `${number}`, 'de', long, long, long].join('\n');
    tally.add(profile.split('\n'), 1, 1);
  }
  tally.add(undefined, 1, 0);
  tally.addUnknown(5);
  expect(Buffer.byteLength(tally.encode())).toBeLessThan(65_535);
  const copy = new VisitTally();
  copy.addRow(tally, tally.encode());
  expect([copy.visits, copy.visitors, copy.bots]).toEqual([205, 200, 1]);
  const browsers = copy.by('browser');
  expect([browsers.get(OTHERS), browsers.get('')]).toEqual([
    [150, 150],
    [5, 0],
  ]);
  expect([...copy.by('entry')]).toEqual([['', [205, 200]]]);
});
