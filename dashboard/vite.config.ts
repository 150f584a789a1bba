import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

/** `vite build dashboard` writes `dashboard/dist`; `vite dashboard` serves it while it is being worked on. */
export default defineConfig({
  root,
  plugins: [react()],
  build: {
    target: 'es2022',
    // Data URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '^/(v1|session|webhooks|checkout|dev)/': 'http://127.0.0.1:4000' } },
});
