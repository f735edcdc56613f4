import './theme/styles';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { styleNonce } from './theme/colour-scheme';

// What locks the page's scrolling behind a dialog adds a style of its own, and reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

createRoot(document.getElementById('console')!).render(<App />);
