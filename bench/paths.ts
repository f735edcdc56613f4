import { join, resolve } from 'node:path';

/** The project's folder, seen from where this file is compiled to: `dist-bench/bench/`. */
export const ROOT = resolve(__dirname, '../..');

/** Entry points of the servers that are measured. */
export const SERVICE = join(ROOT, 'dist/main.js');
export const COMMAND_LINE = join(ROOT, 'dist/cli/main.js');
export const PLAIN = join(__dirname, 'servers/plain/main.js');
export const LIMIT = join(__dirname, 'servers/limit.js');
export const ANSWER_FIRST = join(__dirname, 'servers/answer-first.js');
