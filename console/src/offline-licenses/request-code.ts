const BEGINNING = 'KLR1.';

/** What a program without a network asks for. */
interface RequestCode {
  key: string;
  product?: number;
  device?: string;
}

/** What a request code says, as far as it can be read here; the service judges it. */
export function readRequestCode(text: string): RequestCode | undefined {
  if (!text.startsWith(BEGINNING)) return undefined;
  const value = jsonOf(text.slice(BEGINNING.length));
  if (typeof value !== 'object' || value === null || !('key' in value) || typeof value.key !== 'string')
    return undefined;
  return value as RequestCode;
}

/** Until when a license says that it holds, in milliseconds since the Unix epoch. */
export function endOfLicense(license: string): number | undefined {
  const value = jsonOf(license.split('.')[1] ?? '');
  const isDated = typeof value === 'object' && value !== null && 'exp' in value && typeof value.exp === 'number';
  return isDated ? 1000 * (value.exp as number) : undefined;
}

/** The JSON in a base64url text; undefined where there is none. */
function jsonOf(encoded: string): unknown {
  try {
    const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
