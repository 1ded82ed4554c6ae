import { resolve } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const RENDERER = resolve(import.meta.dirname, 'src/renderer');
/** Of the dev server, which only Runlight's own host and the page's live updates talk to. */
const DEV_PORT = 5273;

/** Files that run as processes or workers of their own, by the name under which `entryUrl()` finds them. */
const ENTRIES = {
  index: 'src/main/index.ts',
  'search-worker': 'src/main/workspace/search-worker.ts',
  'file-worker': 'src/main/workspace/changes/file-worker.ts',
};

export default defineConfig({
  main: {
    build: {
      rollupOptions: {
        input: ENTRIES,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload is one CommonJS file that can load nothing but electron.
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: 'src/main/electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: RENDERER,
    build: {
      outDir: resolve(import.meta.dirname, 'out/renderer'),
      rollupOptions: { input: resolve(RENDERER, 'index.html') },
      minify: true,
      // It comes from this machine's disk.
      chunkSizeWarningLimit: 4096,
    },
    plugins: [react(), tailwind()],
    // So that the highlighter loads a language when it first needs it.
    worker: { format: 'es' },
    server: {
      host: '127.0.0.1',
      port: DEV_PORT,
      strictPort: true,
      // The page comes from another origin, through the host.
      hmr: { host: '127.0.0.1', clientPort: DEV_PORT, protocol: 'ws' },
    },
  },
});
