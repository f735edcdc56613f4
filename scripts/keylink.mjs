// What `npm run keylink` runs: builds when needed, then the command line.
import { requireNode } from './require-node.cjs';

requireNode();

await import('./build-if-needed.mjs');
await import('../dist/cli/main.js');
