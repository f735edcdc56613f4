// What `npm run keylink` runs: builds when needed, then the command line.
await import('./build-if-needed.mjs');
await import('../dist/cli/main.js');
