/**
 * Reads base64url (RFC 7515) in its one spelling: no padding, no foreign characters, no stray bits at the end.
 * @returns undefined for anything else
 */
export function decodeBase64url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || !endsClean(text)) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < bytes.length; place += 1) bytes[place] = binary.charCodeAt(place);
  return bytes;
}

export function encodeBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Of the last of two or three characters, only the upper bits count: the others have to be 0. */
function endsClean(text: string): boolean {
  const rest = text.length % 4;
  if (rest === 0) return true;
  return rest === 2 ? /[AQgw]$/.test(text) : rest === 3 && /[AEIMQUYcgkosw048]$/.test(text);
}
