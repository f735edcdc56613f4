import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root';

/** The built service without its caches, which are of what was built. */
const FILES = ['main.js', 'run-bundle.cjs', 'console'];
/** The bundler ends long lines inside a text, wherever that falls. */
const CONTINUED = /(?<!\\)\\\n/g;

/**
 * The built service with another text in one place: a control that lacks what a test is about.
 * @param folder an empty one
 * @param text an expression must have no groups
 * @returns the file to run
 * @throws {Error} where the text isn't there exactly once
 */
export function breakService(folder: string, text: string | RegExp, replacement: string): string {
  const dist = join(folder, 'dist');
  for (const file of FILES) cpSync(join(ROOT, 'dist', file), join(dist, file), { recursive: true });
  const bundle = readFileSync(join(ROOT, 'dist/bundle.js'), 'utf8').replaceAll(CONTINUED, '');
  const parts = bundle.split(text);
  if (parts.length !== 2)
    throw new Error(`What is to be broken is in the bundle ${parts.length - 1} times: ${String(text)}`);
  writeFileSync(join(dist, 'bundle.js'), parts.join(replacement));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(dist, 'main.js');
}
