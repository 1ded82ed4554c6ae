import type { LanguageRegistration } from 'shiki/core';

type Load = () => Promise<{ readonly default: LanguageRegistration[] }>;

const LOADS: readonly (readonly [names: string, load: Load])[] = [
  ['bash sh shell zsh console shellscript', () => import('shiki/langs/shellscript.mjs')],
  ['c h cpp c++ cc hpp', () => import('shiki/langs/c.mjs')],
  ['csharp cs c#', () => import('shiki/langs/csharp.mjs')],
  ['css', () => import('shiki/langs/css.mjs')],
  ['diff patch', () => import('shiki/langs/diff.mjs')],
  ['dockerfile docker', () => import('shiki/langs/docker.mjs')],
  ['go golang', () => import('shiki/langs/go.mjs')],
  ['html', () => import('shiki/langs/html.mjs')],
  ['ini properties', () => import('shiki/langs/ini.mjs')],
  ['java', () => import('shiki/langs/java.mjs')],
  ['js javascript mjs cjs', () => import('shiki/langs/javascript.mjs')],
  ['json jsonc json5 jsonl', () => import('shiki/langs/jsonc.mjs')],
  ['jsx', () => import('shiki/langs/jsx.mjs')],
  ['kotlin kt', () => import('shiki/langs/kotlin.mjs')],
  ['lua', () => import('shiki/langs/lua.mjs')],
  ['make makefile', () => import('shiki/langs/make.mjs')],
  ['md markdown', () => import('shiki/langs/markdown.mjs')],
  ['powershell ps1 pwsh', () => import('shiki/langs/powershell.mjs')],
  ['py python', () => import('shiki/langs/python.mjs')],
  ['rs rust', () => import('shiki/langs/rust.mjs')],
  ['sql', () => import('shiki/langs/sql.mjs')],
  ['swift', () => import('shiki/langs/swift.mjs')],
  ['toml', () => import('shiki/langs/toml.mjs')],
  ['ts typescript mts cts', () => import('shiki/langs/typescript.mjs')],
  ['tsx', () => import('shiki/langs/tsx.mjs')],
  ['xml svg', () => import('shiki/langs/xml.mjs')],
  ['yaml yml', () => import('shiki/langs/yaml.mjs')],
];

/** Grammars by every name that a fence may give them; each comes when it is first needed. */
export const LANGUAGES: ReadonlyMap<string, Load> = new Map(
  LOADS.flatMap(([names, load]) => names.split(' ').map((name) => [name, load] as const)),
);
