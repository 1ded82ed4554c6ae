import { memo } from 'react';
import { cx } from '../../ui/cx.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useHighlight, type CodeToken } from './highlight.ts';

type CodeBlockProps = {
  readonly code: string;
  readonly language: string;
  /** Whether all of it is there: only then it gets its colours. */
  readonly finished: boolean;
  /** Where one block of code is cut in pieces: this piece goes on the last, or is gone on by the next. */
  readonly continued?: boolean;
  readonly continues?: boolean;
};

export const CodeBlock = memo(function CodeBlock(props: CodeBlockProps) {
  const { code, language, finished, continued = false, continues = false } = props;
  const lines = useHighlight(code, language, finished);
  return (
    <div
      className={cx(
        'group/code relative border-x bg-code',
        !continued && 'rounded-t-md border-t',
        !continues && 'rounded-b-md border-b',
      )}
    >
      {!continued && (
        <div className="flex h-7 items-center justify-between pr-0.5 pl-3">
          <span className="font-mono text-xs text-faint">{language}</span>
          <CopyButton label="Copy code" text={() => code} />
        </div>
      )}
      <pre
        dir="ltr"
        // Long lines scroll sideways: the keyboard must reach them.
        tabIndex={0}
        aria-label={language === '' ? 'Code' : `Code, ${language}`}
        role="group"
        className="scroll-thin overflow-x-auto px-3 pb-2 font-mono text-sm leading-[18px] focus-visible:-outline-offset-2"
      >
        <code>{lines === undefined ? code : lines.map((line, index) => <CodeLine key={index} tokens={line} />)}</code>
      </pre>
    </div>
  );
});

function CodeLine({ tokens }: { readonly tokens: readonly CodeToken[] }) {
  return (
    <>
      {tokens.map(({ text, light, dark }, index) => (
        <span key={index} style={light === undefined ? undefined : { color: `light-dark(${light}, ${dark})` }}>
          {text}
        </span>
      ))}
      {'\n'}
    </>
  );
}
