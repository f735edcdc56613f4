/** The version in package.json; a bundle includes it. */
export function ownVersion(): string {
  // An import would leave the compiler's root folder.
  const manifest = require('../../../package.json') as { version: string };
  return manifest.version;
}
