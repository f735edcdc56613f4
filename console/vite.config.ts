import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** For work on the console: the service to ask, and an API key that stands in for a session. */
const { KEYLINK_URL = 'http://127.0.0.1:3000', KEYLINK_API_KEY } = process.env;
const SCHEME = join(import.meta.dirname, 'scheme.js');

/**
 * What every page begins with: packages change less often than the console, and a browser keeps them until they do. Scripts
 * alone: styles stay in the order in which they are imported.
 */
const START = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/].*js$/, tags: ['$initial' as const] },
  { name: 'components', test: /node_modules[\\/]@(?:mantine|floating-ui)[\\/].*js$/, tags: ['$initial' as const] },
  { name: 'packages', test: /node_modules[\\/].*js$/, tags: ['$initial' as const] },
];

/** What the overview counts and shows by, and other screens too: in pieces, each would be compressed alone. */
const SMALL =
  /console[\\/]src[\\/](?:chart[\\/]totals|overview[\\/](?:sums|period|use-counts|use-hour|verdicts)|text[\\/](?:numbers|times?|use-now|verdict))\.tsx?$/;

/** Puts scheme.js ahead of everything else as a file of its own: the page's policy allows no inline code. */
function schemeBeforePaint(): Plugin {
  let reference: string | undefined;
  return {
    name: 'scheme-before-paint',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      reference = this.emitFile({ type: 'asset', name: 'scheme.js', source: readFileSync(SCHEME, 'utf8') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.keys(bundle ?? {}).find((name) => /\/scheme-[^/]+\.js$/.test(name));
        if (reference !== undefined && built === undefined) throw new Error('scheme.js was not built.');
        return [{ tag: 'script', attrs: { src: `/console/${built ?? 'scheme.js'}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), schemeBeforePaint()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: ['chrome120', 'firefox121', 'safari17.2'],
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [...START, { name: 'counts', test: SMALL }] },
      },
    },
    // Of the packages in it, which have to go along with it; beside the page, where nobody is sent it.
    license: { fileName: 'licenses.md' },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/docs', '/auth', '/health'].map((path) => [
        path,
        { target: KEYLINK_URL, ...(KEYLINK_API_KEY && { headers: { 'x-api-key': KEYLINK_API_KEY } }) },
      ]),
    ),
  },
});
