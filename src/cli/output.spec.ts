import { printJson, printTable, tell } from './output';
import { FileProgress } from './progress';

/** A name that displays as another and moves the cursor. */
const FORGED = 'nimda\u202e\u001b[2A\u009b';
const SHOWN = 'nimda\\u202e\\u001b[2A\\u009b';

function outputOf(stream: 'stdout' | 'stderr', print: () => void): string {
  const written: string[] = [];
  const writing = jest.spyOn(process[stream], 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    print();
  } finally {
    writing.mockRestore();
  }
  return written.join('');
}

it('sends a terminal nothing that stored names command it', () => {
  expect(
    outputOf('stdout', () =>
      printTable([
        ['NAME', 'ID'],
        [FORGED, '1'],
      ]),
    ),
  ).toBe(`${'NAME'.padEnd(SHOWN.length)}  ID\n${SHOWN}  1\n`);
  expect(outputOf('stderr', () => tell(`No device is called "${FORGED}".`))).toBe(`No device is called "${SHOWN}".\n`);
});

it('sends it nothing that the rows of a file command it', () => {
  const text = outputOf('stderr', () => new FileProgress(0, false).tell(`Row 1, invalid: "${FORGED}" is no column.`));
  expect(text).toBe(`Row 1, invalid: "${SHOWN}" is no column.\n`);
});

it('prints JSON that says the same', () => {
  const text = outputOf('stdout', () => printJson({ name: FORGED }));
  expect(text).not.toMatch(/[\u202e\u009b]/u);
  expect(JSON.parse(text)).toEqual({ name: FORGED });
});
