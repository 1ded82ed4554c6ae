import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

/** Builds the package `runlight`, for programs that import it: JavaScript, since Node strips no types in packages, and declarations. */
export async function buildLib(root: string): Promise<void> {
  const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node24',
      outDir: join(root, 'out', 'lib'),
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: {
          index: join(root, 'src/main/runtime/index.ts'),
          // A worker, which its caller finds by this name.
          'search-worker': join(root, 'src/main/workspace/search-worker.ts'),
        },
        external: Object.keys(about.dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  const tsc = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', join(root, 'tsconfig.lib.json')], { cwd: root });
}
