import { withQuery } from './forwarded-query';

it.each([
  ['https://a.example/x', '/sale?utm_source=mail&a=1', 'https://a.example/x?utm_source=mail&a=1'],
  ['https://a.example/x?b=2#top', '/sale?a=1', 'https://a.example/x?b=2&a=1#top'],
  ['https://a.example/x?#top', '/sale?a=1', 'https://a.example/x?a=1#top'],
  ['https://a.example/x#top?no=query', '/sale?a=1', 'https://a.example/x?a=1#top?no=query'],
  // What the target says stays, however the name is written; the mark of QR codes is not the target's business.
  ['https://a.example/x?a=own', '/sale?a=1&%61=2&a&b=%20&qr', 'https://a.example/x?a=own&b=%20'],
  ['https://a.example/x', '/sale?qr', 'https://a.example/x'],
  ['https://a.example/x', '/sale?qr=&a=1', 'https://a.example/x?a=1'],
  ['https://a.example/x', '/sale?qr=1', 'https://a.example/x?qr=1'],
  ['https://a.example/x', '/sale?', 'https://a.example/x'],
  ['https://a.example/x', '/sale', 'https://a.example/x'],
  ['https://a.example/x', '/sale?a=1&a=2', 'https://a.example/x?a=1&a=2'],
  ['https://a.example/x', `/sale?a=${'1'.repeat(2048)}`, 'https://a.example/x'],
])('%s visited as %s leads to %s', (url, visited, expected) => {
  expect(withQuery(url, visited)).toBe(expected);
});
