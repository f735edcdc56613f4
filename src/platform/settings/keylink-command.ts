import { sep } from 'node:path';

/** The repository's script, unless the package was installed. */
const COMMAND = __dirname.split(sep).includes('node_modules') ? 'npx keylink' : 'npm run keylink --';

/** A command line to copy. The image and the compose file set the environment variable `KEYLINK_COMMAND`. */
export function keylinkCommand(command: string): string {
  return `${process.env.KEYLINK_COMMAND || COMMAND} ${command}`;
}
