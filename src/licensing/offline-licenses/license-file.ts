/** For offline machines: key sets, one per line, then the license. @param keySets as read by `KeySetChain` */
export function licenseFile(keySets: readonly string[], license: string): string {
  return [...keySets, license, ''].join('\n');
}
