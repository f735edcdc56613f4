/** A trailing dot doesn't change a name. */
export const withoutDot = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host);

/** In lower case, without port and trailing dot; for `Host` headers and hosts of URLs. */
export function plainHost(host: string): string {
  // An IPv6 address has colons in brackets.
  const port = host.indexOf(':', host.indexOf(']') + 1);
  return withoutDot((port === -1 ? host : host.slice(0, port)).toLowerCase());
}
