/** Only a path of the console itself is ever returned to, never another site. */
export function safeReturnTo(wanted: string | undefined): string {
  if (wanted === undefined || !wanted.startsWith('/') || /^\/[/\\]/.test(wanted)) return '/';
  const url = new URL(wanted, location.origin);
  const path = url.pathname.replace(/^\/console(?=\/|$)/, '') || '/';
  if (url.origin !== location.origin || path.startsWith('//') || path.startsWith('/sign-in')) return '/';
  return `${path}${url.search}`;
}
