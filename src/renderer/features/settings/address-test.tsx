import { CircleCheck } from 'lucide-react';
import type { Answer } from '../../../shared/ipc/contract.ts';
import type { Failure } from '../../../shared/lib/result.ts';
import { PROVIDERS_PLACE } from '../../../shared/settings.ts';
import type { RequestError } from '../../data/bridge.ts';
import { FailureNote } from '../../ui/failure-note.tsx';

const SHOWN = 12;

type AddressTestProps = { readonly answer: Answer<'models.test'> | undefined; readonly error: RequestError | null };

/** What the address answered. */
export function AddressTest({ answer, error }: AddressTestProps) {
  if (error !== null) return <FailureNote failure={here(error.failure)} />;
  return (
    <div role="status">
      {answer !== undefined && (
        <div className="flex items-start gap-2 rounded-md bg-ok-soft px-3 py-2">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
          <div className="min-w-0">
            <p className="font-medium">{verdict(answer.models.length)}</p>
            <p className="font-mono text-xs break-words text-soft">
              {answer.models.slice(0, SHOWN).join(', ')}
              {answer.models.length > SHOWN && `, and ${answer.models.length - SHOWN} more`}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}

/** The place that a hint sends people to is the one where they are. */
function here({ hint, ...failure }: Failure): Failure {
  return { ...failure, hint: hint?.replaceAll(` in ${PROVIDERS_PLACE}`, ' above') };
}

function verdict(count: number): string {
  if (count === 0) return 'It answers, but lists no models: name them under More models';
  return count === 1 ? 'It answers and offers one model' : `It answers and offers ${count} models`;
}
