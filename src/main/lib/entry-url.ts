/**
 * The file of a process or worker of ours, to start it from. `name` is that of a file beside the caller, without `.ts`;
 * `caller` is the caller's `import.meta.url`.
 *
 * From source that is the sibling itself. Bundled, every such file is an input of its own in electron.vite.config.ts, under
 * the same name, so that it is written to `out/main/<name>.js`:
 *
 *     main: { build: { rollupOptions: { input: {
 *       index: 'src/main/index.ts',
 *       'search-worker': 'src/main/workspace/search-worker.ts',
 *     } } } }
 *
 * The bundler moves shared code to `out/main/chunks/`: callers there find their workers one folder up.
 */
export function entryUrl(name: string, caller: string): URL {
  if (caller.endsWith('.ts')) return new URL(`./${name}.ts`, caller);
  const folder = new URL('.', caller);
  return new URL(folder.pathname.endsWith('/chunks/') ? `../${name}.js` : `./${name}.js`, folder);
}
