/**
 * What a client on a machine that never sees the service takes: lines of key sets, and the license that they vouch for.
 * @param keySets as `KeySetChain` reads them
 */
export function licenseFile(keySets: readonly string[], license: string): string {
  return [...keySets, license, ''].join('\n');
}
