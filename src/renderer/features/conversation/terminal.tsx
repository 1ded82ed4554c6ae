import { useLayoutEffect, useRef } from 'react';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { ClippedText } from '../../ui/clipped-text.tsx';

/** What a command printed, as it was. */
export function TerminalOutput({ text }: { readonly text: string }) {
  return <ClippedText text={visibleText(text)} label="Output" end />;
}

/** The end of what a running command prints, following it. */
export function LiveTerminal({ text, dropped }: { readonly text: string; readonly dropped: boolean }) {
  const box = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  });
  return (
    <pre
      ref={box}
      tabIndex={0}
      role="group"
      aria-label="Output so far"
      className="scroll-thin h-[116px] overflow-y-auto rounded-md border bg-code px-2.5 py-1.5 font-mono text-sm leading-[17px] wrap-anywhere whitespace-pre-wrap"
    >
      {dropped && <span className="text-faint">… earlier output is shown when the command ends{'\n'}</span>}
      {visibleText(text)}
    </pre>
  );
}
