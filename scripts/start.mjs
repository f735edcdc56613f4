// What `npm start` runs: builds when needed, then becomes the service.
// npm hands a signal to its shell only, and some shells die of it without telling their child. The service would stay
// behind with nobody to stop it: when its parent is gone, it goes too.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 250).unref();

await import('./build-if-needed.mjs');
await import('../dist/main.js');
