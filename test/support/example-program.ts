import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { CommandResult } from './command-line';
import { ROOT } from './root';

const CLIENT = join(ROOT, 'clients/typescript');
/** Where programs find the client's package, for esbuild. */
export const EXAMPLE_ALIAS = { 'keylink-client': join(CLIENT, 'src/node.ts') };

/** The client's example, as it is installed somewhere. */
export class ExampleProgram {
  private readonly file: string;

  /** @param folder of the test's; several installations may share it */
  constructor(private readonly folder: string) {
    this.file = join(folder, 'app.mjs');
    const entryPoints = [join(CLIENT, 'example/app.ts')];
    buildSync({ entryPoints, alias: EXAMPLE_ALIAS, bundle: true, platform: 'node', format: 'esm', outfile: this.file });
  }

  /**
   * Starts it once, in the test's folder.
   * @param home the installation: what it keeps is there
   * @param environment where its service is, the root key that is built into it, and its license key
   */
  start(home: string, environment: Record<string, string>, ...args: string[]): Promise<CommandResult> {
    const env = { PATH: process.env.PATH, APP_HOME: join(this.folder, home), ...environment };
    return new Promise((resolve) => {
      execFile(process.execPath, [this.file, ...args], { cwd: this.folder, env }, (error, stdout, stderr) => {
        resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr });
      });
    });
  }
}
