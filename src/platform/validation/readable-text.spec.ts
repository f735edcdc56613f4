import { escapeUnreadable, isLine, readableName } from './readable-text';

describe('readableName', () => {
  it.each([
    ['a right-to-left override', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['isolates and marks', '\u2066a\u2069b\u200e\u200f\u061c', 'ab'],
    ['what has no width', 'ad\u200bm\u200d\u2060in\ufeff\u00ad', 'admin'],
    ['tags', `boss\u{e0041}\u{e0042}`, 'boss'],
    ['controls, and halves of a character', 'a\u0000\u001b[31m\n\u009b\ud83d', 'a[31m'],
    ['separators of lines', 'a\u2028b\u2029', 'ab'],
    ['letters that are blank', '\u3164\u115f\u2800x', 'x'],
    ['spaces at its ends, bared', ' \u200b boss\u200b ', 'boss'],
  ])('leaves out %s', (_, text, name) => {
    expect(readableName(text)).toBe(name);
  });

  it.each(['Änne Müller 🙂', 'עברית', 'العربية', '山田 太郎', "Anna's laptop ⚠️", 'e\u0301'])('keeps %s', (name) => {
    expect(readableName(name)).toBe(name);
  });
});

describe('isLine', () => {
  it.each([
    ['nothing', ''],
    ['spaces', ' \u00a0\u3000'],
    ['what nobody sees', '\u200b\u2060\u00ad'],
    ['blank letters', '\u3164 \u2800'],
    ['two lines', 'a\nb'],
    ['half a character', 'a\ud83d'],
    ['too much', 'abcdef'],
  ])('refuses %s', (_, text) => {
    expect(isLine(text, 5)).toBe(false);
  });

  it.each(['a', ' a ', '🙂🙂🙂🙂🙂', '\u200fעב', '-'])('takes "%s"', (text) => {
    expect(isLine(text, 5)).toBe(true);
  });
});

describe('escapeUnreadable', () => {
  it('escapes what a terminal would act on, as JSON does, and keeps line feeds and tabs', () => {
    expect(escapeUnreadable('a\n\u001b[2J\u202eb\r\u009b\u{e0041}')).toBe(
      'a\n\\u001b[2J\\u202eb\\u000d\\u009b\\udb40\\udc41',
    );
    expect(escapeUnreadable('Änne\n\tשלום 🙂')).toBe('Änne\n\tשלום 🙂');
  });

  it('changes no value of a JSON document', () => {
    const value = { name: 'a\u202eb\u009b\u{e0041}\u2028' };
    expect(JSON.parse(escapeUnreadable(JSON.stringify(value, null, 2)))).toEqual(value);
  });
});
