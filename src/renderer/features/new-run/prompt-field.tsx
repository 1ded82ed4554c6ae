import { useEffect, useId, useRef } from 'react';
import type { Attachments } from '../../data/attachments.ts';
import { AttachButton } from '../../ui/attach-button.tsx';
import { AttachmentList } from '../../ui/attachment-list.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { isSendKey } from '../../ui/is-send-key.ts';
import { MentionPopup } from '../../ui/mention/mention-popup.tsx';
import { useMention } from '../../ui/mention/use-mention.ts';
import { TextArea } from '../../ui/text-input.tsx';

type PromptFieldProps = {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly error: string | undefined;
  readonly attachments: Attachments;
  /** Whose files may be named with @. */
  readonly folder: string | undefined;
  readonly onSend: () => void;
};

/** What the agent should do, in words and files. */
export function PromptField({ value, onValueChange, error, attachments, folder, onSend }: PromptFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const mention = useMention(folder, value, ({ text, caret }, path) => {
    onValueChange(text);
    if (folder !== undefined) attachments.addFromFolder(folder, path);
    requestAnimationFrame(() => area.current?.setSelectionRange(caret, caret));
  });
  // The page is opened to write this.
  useEffect(() => area.current?.focus(), []);

  return (
    <>
      <div className="relative">
        <Field label="What should the agent do?" error={error}>
          <TextArea
            ref={area}
            value={value}
            onValueChange={onValueChange}
            onChange={(event) => mention.onCaret(event.target.selectionStart)}
            onBlur={() => mention.onCaret(-1)}
            onKeyDown={(event) => {
              if (mention.onKeyDown(event) || !isSendKey(event)) return;
              event.preventDefault();
              onSend();
            }}
            aria-controls={mention.paths.length > 0 ? listId : undefined}
            aria-activedescendant={mention.paths.length > 0 ? `${listId}-${mention.chosen}` : undefined}
            placeholder="For example: move every test from Jest to Vitest"
            className="max-h-[40vh] min-h-24"
          />
        </Field>
        <MentionPopup id={listId} list={mention} side="bottom" />
      </div>
      <div className="-mt-2 flex items-center gap-2">
        <AttachButton onFiles={attachments.add} />
        <AttachmentList files={attachments.files} onRemove={attachments.remove} />
        {attachments.files.length === 0 && (
          <span className="text-sm text-faint">
            Paste or drop files{folder !== undefined && ', or name one of the folder with @'}
          </span>
        )}
      </div>
      {attachments.failure !== undefined && <FailureNote failure={attachments.failure} />}
    </>
  );
}
