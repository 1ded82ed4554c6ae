import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.html': 'text/html',
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.md': 'text/markdown',
};

/** Names of files that hold text though their type says nothing of it. */
const TEXT =
  /(\.(txt|log|ts|tsx|mts|cts|js|jsx|mjs|cjs|py|rb|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|swift|sh|bash|zsh|ps1|sql|ya?ml|toml|ini|cfg|conf|env|lock|vue|svelte|scss|less|graphql|proto|tf|gradle|lua|r|pl|ex|exs|clj|scala|dart|zig|nim|diff|patch)|(^|[/\\])(Makefile|Dockerfile|README|LICENSE|\.gitignore|\.editorconfig))$/i;

/** `given`: what the browser says, which knows few kinds of source code. */
export function mediaTypeOf(name: string, given = ''): string {
  const known = TYPES[extname(name).toLowerCase()];
  if (known !== undefined) return known;
  // Browsers take .ts for video.
  if (TEXT.test(name)) return 'text/plain';
  return given === '' ? 'application/octet-stream' : given;
}
