/** What to do when a server refuses the user or the password of `DATABASE_URL`; undefined for any other error. */
export function accessDenied(error: unknown): string | undefined {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== 'ER_ACCESS_DENIED_ERROR') return undefined;
  return (
    `${error.message}. The server has another password for this user, or does not know it. A server keeps the password that it ` +
    'was first started with: MYSQL_PASSWORD of a container that has its data already changes nothing. ' +
    'Set the one that it has, or change it there with ALTER USER (docs/containers.md).'
  );
}
