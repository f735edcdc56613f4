/** The version of this keylink, as its manifest says. A bundle has it in it. */
export function ownVersion(): string {
  // Not as an import: the manifest is outside of what the compiler may write.
  const manifest = require('../../../package.json') as { version: string };
  return manifest.version;
}
