import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './root';

/**
 * Runs a process of plain Node in the project's folder, which can read TypeScript.
 * @param args flags of Node, and a file or `--eval` with code
 * @param timeout in milliseconds; then it is ended
 * @throws {Error} with its output if it fails or is ended
 */
export function plainNode(args: readonly string[], timeout = 0): Promise<{ stdout: string; stderr: string }> {
  const all = ['--require', join(ROOT, 'test/support/load-typescript.cjs'), ...args];
  return promisify(execFile)(process.execPath, all, { cwd: ROOT, timeout });
}
