// What `npm start` runs: builds when needed, then becomes the service.
// Shells other than Windows' become Node (`exec` in package.json), so that npm sees how the service ends.
// npm hands a signal to its shell only, and some shells die of it without telling their child. The service would stay
// behind with nobody to stop it: when its parent is gone, it goes too.
import { requireNode } from './require-node.cjs';

requireNode();

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 250).unref();

await import('./build-if-needed.mjs');
await import('../dist/main.js');
