import { LINK_CARD } from './link-card';

const problem = (card: unknown) => LINK_CARD.problem('card', card);

it('keeps a card in one form for one meaning', () => {
  const image = 'https://example.com/a.png';
  expect(problem({ image, title: 'Sale' })).toBeUndefined();
  expect(LINK_CARD.text({ image, title: 'Sale' })).toBe(JSON.stringify({ title: 'Sale', image }));
  expect([problem({}), LINK_CARD.text({})]).toEqual([undefined, undefined]);
  expect(problem({ title: '🔑'.repeat(200), description: 'x'.repeat(500) })).toBeUndefined();
});

it.each([
  ['a list', [], /^card must be an object with a title/],
  ['a text', 'Sale', /^card must be an object/],
  ['null', null, /^card must be an object/],
  ['no title', { description: 'x' }, /^card must have a title/],
  ['an empty title', { title: ' ' }, /^The title of card must be text of 1 to 200 characters/],
  ['a long title', { title: 'x'.repeat(201) }, /^The title of card/],
  ['lines', { title: 'a\nb' }, /^The title of card/],
  ['half a character', { title: '\ud800' }, /^The title of card/],
  ['a number', { title: 'x', image: 1 }, /^The image of card must be text of 1 to 2048/],
  ['a long description', { title: 'x', description: 'x'.repeat(501) }, /^The description of card/],
  [
    'something else',
    { title: 'x', constructor: 'x' },
    /^card has "constructor": it can have title, description, image/,
  ],
])('refuses %s', (_, card, message) => {
  expect(problem(card)).toMatch(message);
});
