import { currencyCode, fromDecimal, fromMinorUnits } from './money';

it.each([
  [4900, 'EUR', '49.00'],
  [5, 'EUR', '0.05'],
  [0, 'USD', '0.00'],
  [-120, 'EUR', '-1.20'],
  [5000, 'JPY', '5000'],
  [1234, 'KWD', '1.234'],
  [9007199254740991, 'EUR', '90071992547409.91'],
  [100, 'XXX', '1.00'],
])('%d of the smallest part of %s are %s', (amount, currency, text) => {
  expect(fromMinorUnits(amount, currency)).toBe(text);
});

it.each([
  [50_000, 'ISK', 2, '500'],
  [50_050, 'UGX', 2, '500.50'],
  [500, 'MGA', 0, '500.00'],
])('%d of a shop that counts %s with %d decimals of its own', (amount, currency, decimals, text) => {
  expect(fromMinorUnits(amount, currency, decimals)).toBe(text);
});

it.each([
  ['49', 'EUR', '49.00'],
  ['49.9', 'EUR', '49.90'],
  ['49.999', 'EUR', '49.999'],
  ['49.900', 'EUR', '49.90'],
  ['5000.00', 'JPY', '5000'],
  ['-0.1', 'EUR', '-0.10'],
])('%s in %s is %s', (amount, currency, text) => {
  expect(fromDecimal(amount, currency)).toBe(text);
});

it.each([
  ['eur', 'EUR'],
  ['USDC', undefined],
  ['€', undefined],
  [undefined, undefined],
  ['E1R', undefined],
])('the currency %s is %s', (text, code) => {
  expect(currencyCode(text)).toBe(code);
});
