import { codedText } from '../../../shared/lib/visible-text.ts';
import { ChoicePopup } from '../../ui/choice-popup.tsx';
import type { Commands } from './use-commands.ts';

type CommandPopupProps = { readonly id: string; readonly commands: Commands };

/** How the command that is being typed may go on. */
export function CommandPopup({ id, commands: { suggestions, chosen, choose } }: CommandPopupProps) {
  const options = suggestions.map(({ text, label, args, does }) => ({
    key: text,
    shown: (
      <>
        {/* Of a verb there is room for every letter; what may be long is the name of a task. */}
        <bdi className={args === undefined ? 'min-w-0 flex-1 truncate' : 'shrink-0'}>{codedText(label)}</bdi>
        {args !== undefined && <span className="min-w-0 shrink-[2] truncate text-faint">{args}</span>}
        {does !== undefined && <span className="ms-auto min-w-0 truncate text-sm text-soft">{does}</span>}
      </>
    ),
  }));
  return <ChoicePopup id={id} label="Commands" options={options} chosen={chosen} onChoose={choose} side="top" />;
}
