import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { HighlightRequest, HighlightAnswer, CodeToken } from './highlight.ts';
import { LANGUAGES } from './languages.ts';

const LIGHT = 'github-light-high-contrast';
const DARK = 'github-dark-default';

let starting: Promise<HighlighterCore> | undefined;

function highlighter(): Promise<HighlighterCore> {
  starting ??= createHighlighterCore({
    themes: [import('shiki/themes/github-light-high-contrast.mjs'), import('shiki/themes/github-dark-default.mjs')],
    // Patterns that JavaScript cannot express are left out instead of failing the whole language.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return starting;
}

async function highlight({ code, language }: HighlightRequest): Promise<readonly (readonly CodeToken[])[] | undefined> {
  const load = LANGUAGES.get(language);
  if (load === undefined) return undefined;
  const core = await highlighter();
  const { default: grammars } = await load();
  await core.loadLanguage(grammars);
  const lang = grammars.at(-1)?.name ?? language;
  const { tokens } = core.codeToTokens(code, { lang, themes: { light: LIGHT, dark: DARK }, defaultColor: false });
  return tokens.map((line) =>
    line.map(({ content, htmlStyle }): CodeToken => {
      const light = htmlStyle?.['--shiki-light'];
      const dark = htmlStyle?.['--shiki-dark'];
      return light === undefined || dark === undefined ? { text: content } : { text: content, light, dark };
    }),
  );
}

addEventListener('message', (event: MessageEvent<HighlightRequest>) => {
  const { id } = event.data;
  const answer = (message: HighlightAnswer): void => postMessage(message);
  highlight(event.data).then(
    (lines) => answer({ id, lines }),
    // Code that cannot be highlighted stays plain.
    (error: unknown) => answer({ id, lines: undefined, problem: String(error) }),
  );
});
