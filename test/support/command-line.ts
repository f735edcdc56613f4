import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './root';

const MAIN = join(ROOT, 'dist/cli/main.js');

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line, as `npm run keylink --` does, in a folder without an `.env`. */
export function keylink(environment: Record<string, string>, ...args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    const options = { cwd: __dirname, env: { PATH: process.env.PATH, ...environment } };
    execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
