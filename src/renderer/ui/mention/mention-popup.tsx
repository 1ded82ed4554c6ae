import { ChoicePopup } from '../choice-popup.tsx';
import type { MentionList } from './use-mention.ts';

type MentionPopupProps = {
  readonly id: string;
  readonly list: MentionList;
  /** Of the place where it is written, which must be positioned. */
  readonly side: 'top' | 'bottom';
};

/** The files that an @ may mean. */
export function MentionPopup({ id, list: { paths, chosen, choose }, side }: MentionPopupProps) {
  const options = paths.map((path) => ({
    key: path,
    shown: <span className="truncate font-mono text-sm">{path}</span>,
  }));
  return <ChoicePopup id={id} label="Files" options={options} chosen={chosen} onChoose={choose} side={side} />;
}
