/** Number of decimals of currencies (ISO 4217), if it isn't two. */
const DECIMALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
};

/** In upper case; undefined if invalid. */
export function currencyCode(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : undefined;
}

export const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2;

/** 4900 cents are "49.00". @param decimals if the shop uses another unit than the currency's own */
export function fromMinorUnits(amount: number, currency: string, decimals = decimalsOf(currency)): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const sign = amount < 0 ? '-' : '';
  return fromDecimal(
    `${sign}${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`,
    currency,
  );
}

/** "49.9" EUR is "49.90", "5000.00" JPY is "5000". Further decimals are kept unless they are zero. */
export function fromDecimal(amount: string, currency: string): string {
  const [whole, fraction = ''] = amount.split('.');
  const own = decimalsOf(currency);
  const isExact = /^0*$/.test(fraction.slice(own));
  const decimals = isExact ? fraction.slice(0, own).padEnd(own, '0') : fraction;
  return decimals === '' ? whole : `${whole}.${decimals}`;
}
