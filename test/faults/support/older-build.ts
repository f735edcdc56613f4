import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../support/root';
import { NotRunError } from '../row';

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export interface OlderBuild {
  /** Short id of its commit. */
  readonly commit: string;
  /** For `Stage.service`. */
  readonly main: string;
}

/**
 * Builds the service as it was before a migration came, with the packages that are there now.
 * @param folder an empty one. @throws {NotRunError} outside of a repository with that history
 */
export function buildBefore(migrationFile: string, folder: string): OlderBuild {
  const commit = commitBefore(migrationFile);
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit], { maxBuffer: 500_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const step of ['node_modules/@nestjs/cli/bin/nest.js build', 'scripts/bundle.mjs']) {
    execFileSync(process.execPath, step.split(' '), { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return { commit: commit.slice(0, 8), main: join(folder, 'dist/main.js') };
}

function commitBefore(migrationFile: string): string {
  const path = join('src/migrations', migrationFile);
  if (!existsSync(join(ROOT, path))) throw new Error(`There is no ${path}.`);
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', path);
    return git('rev-parse', `${added}^`);
  } catch (error) {
    throw new NotRunError(`the repository's history doesn't show what was before ${path}: ${String(error)}`);
  }
}
