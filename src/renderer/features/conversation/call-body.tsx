import type { ReactNode } from 'react';
import { prettyJson } from '../../../shared/lib/json.ts';
import { visibleText } from '../../../shared/lib/visible-text.ts';
import { DiffView } from '../../ui/diff-view.tsx';
import type { CallBlock } from './blocks.ts';
import { ClippedText } from '../../ui/clipped-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { commandOf } from '../../ui/call-text.ts';
import { TerminalOutput } from './terminal.tsx';

/** What went into a call and what came out of it. */
export function CallBody({ block }: { readonly block: CallBlock }) {
  const command = commandOf(block.name, block.arguments);
  const failed = block.state === 'error' || block.state === 'refused';
  const diff = block.details?.kind === 'file_change' ? block.details.diff : '';
  return (
    // What went wrong is what one opens a failed call for.
    <div className="flex flex-col gap-2">
      {failed && <Result block={block} />}
      {command === undefined ? (
        <Part title="Arguments" text={block.arguments}>
          <ClippedText label="Arguments" text={visibleText(prettyJson(block.arguments))} />
        </Part>
      ) : (
        <Part title="Command" text={command}>
          <ClippedText label="Command" text={visibleText(command)} />
        </Part>
      )}
      {diff !== '' && (
        <Part title="Change" text={diff}>
          <DiffView diff={diff} />
        </Part>
      )}
      <Decided block={block} />
      {!failed && <Result block={block} />}
    </div>
  );
}

function Decided({ block: { decision } }: { readonly block: CallBlock }) {
  if (decision === undefined || decision.by === 'run') return null;
  const who =
    decision.by === 'timer'
      ? `Nobody answered in time: ${decision.decision} by itself`
      : decision.by === 'message'
        ? 'You sent a message instead of deciding: it was declined'
        : decision.by === 'grant'
          ? 'Allowed together with another call'
          : `You ${decision.decision} this call`;
  return (
    <p className="text-sm text-soft">
      {who}
      {decision.reason !== undefined && decision.reason !== '' && <bdi>: {decision.reason}</bdi>}
    </p>
  );
}

function Result({ block }: { readonly block: CallBlock }) {
  const { content, details, state } = block;
  if (content === undefined) {
    return state === 'interrupted' ? (
      <p className="text-sm text-soft">The run ended before a result came. The call may have taken effect.</p>
    ) : null;
  }
  const ended = details?.kind === 'command' && details.ended === 'exit' ? `, exit code ${details.exitCode}` : '';
  return (
    <Part title={`${state === 'ok' ? 'Result' : 'Error'}${ended}`} text={content}>
      {content === '' ? (
        <p className="text-sm text-faint">Nothing</p>
      ) : details?.kind === 'command' ? (
        <TerminalOutput text={content} />
      ) : (
        <ClippedText label="Result" text={visibleText(prettyJson(content))} />
      )}
    </Part>
  );
}

type PartProps = { readonly title: string; readonly text: string; readonly children: ReactNode };

function Part({ title, text, children }: PartProps) {
  return (
    <section className="group/part">
      <div className="flex h-6 items-center justify-between">
        <span className="text-sm font-medium text-faint">{title}</span>
        <CopyButton
          label={`Copy ${title.toLowerCase()}`}
          text={() => text}
          className="opacity-0 group-focus-within/part:opacity-100 group-hover/part:opacity-100"
        />
      </div>
      {children}
    </section>
  );
}
