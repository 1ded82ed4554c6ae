import { TriangleAlert } from 'lucide-react';
import { codeFailureLine, type CodeSource } from '../../../shared/run/code.ts';
import { fileName } from './runnable-agents.ts';

/** Why the code that `runlight dev` follows did not load, with the lines around the place. */
export function CodeFailureNote({ source: { path, failure, agents } }: { readonly source: CodeSource }) {
  if (failure === undefined) return null;
  return (
    <div role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{codeFailureLine(failure)}</p>
        {failure.excerpt !== undefined && (
          <pre
            // Long lines scroll, by keyboard too.
            tabIndex={0}
            aria-label={`Lines of ${fileName(failure.file ?? path)}`}
            className="scroll-thin my-1.5 overflow-x-auto rounded bg-bg px-2 py-1.5 font-mono text-sm"
          >
            {failure.excerpt}
          </pre>
        )}
        <p className="text-soft wrap-anywhere">
          {agents.length > 0
            ? `Correct ${path} and save it. Until then new runs go on with the version before.`
            : `Correct ${path} and save it: its agents then appear here.`}
        </p>
      </div>
    </div>
  );
}
