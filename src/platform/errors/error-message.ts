/** The message alone, for the log: the error of a database also holds the statement and its parameters. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
