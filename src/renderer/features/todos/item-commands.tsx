import { ArrowDown, ArrowUp, Ban, Check, CircleDot, CircleSlash, Pencil, Play, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TodoEdit } from '../../../shared/todos/edits/todo-edit.ts';
import type { Plan, PlanItem } from '../../../shared/todos/plan.ts';
import { type Chord, chordText, matches, PLATFORM, type Pressed } from '../../state/shortcuts.ts';
import { MenuAt } from '../../ui/menu.tsx';
import { moveBy, taskOf } from './plan-moves.ts';

/** What is being written about an item, in its place. */
export type Writing = { readonly key: string; readonly what: 'name' | 'note' };

type ItemCommand = {
  readonly label: string;
  readonly icon: ReactNode;
  /** With the item focused. */
  readonly chord: Chord;
  readonly danger?: boolean;
  readonly separated?: boolean;
  readonly does: { readonly edit: TodoEdit } | { readonly write: Writing['what'] };
};

/** What can be done with an item as it is. */
function commandsOn(plan: Plan, item: PlanItem): readonly ItemCommand[] {
  const { key, status } = item;
  const task = taskOf(item);
  const phased = plan.phases.some(({ name }) => name !== undefined);
  const closed = status === 'completed' || status === 'abandoned';
  const commands: ItemCommand[] = [];
  const offer = (command: ItemCommand | false): void => {
    if (command !== false) commands.push(command);
  };
  offer(
    status !== 'in_progress' && {
      label: 'Start',
      icon: <Play />,
      chord: { key: 's' },
      does: { edit: { type: 'start', task } },
    },
  );
  offer(
    status !== 'completed' && {
      label: 'Complete',
      icon: <Check />,
      chord: { key: 'd' },
      does: { edit: { type: 'done', task } },
    },
  );
  if (phased) {
    offer(
      status !== 'abandoned' && {
        label: 'Drop',
        icon: <CircleSlash />,
        chord: { key: 'x' },
        does: { edit: { type: 'drop', task } },
      },
    );
    offer(
      !closed &&
        status !== 'blocked' && { label: 'Block…', icon: <Ban />, chord: { key: 'b' }, does: { write: 'note' } },
    );
    offer(
      status === 'blocked' && {
        label: 'Unblock',
        icon: <CircleDot />,
        chord: { key: 'b' },
        does: { edit: { type: 'unblock', task } },
      },
    );
  }
  offer({ label: 'Rename', icon: <Pencil />, chord: { key: 'f2' }, separated: true, does: { write: 'name' } });
  const up = moveBy(plan, key, -1);
  const down = moveBy(plan, key, 1);
  offer(
    up !== undefined && {
      label: 'Move up',
      icon: <ArrowUp />,
      chord: { key: 'arrowup', alt: true },
      does: { edit: up },
    },
  );
  offer(
    down !== undefined && {
      label: 'Move down',
      icon: <ArrowDown />,
      chord: { key: 'arrowdown', alt: true },
      does: { edit: down },
    },
  );
  offer({
    label: 'Remove',
    icon: <Trash2 />,
    chord: { key: 'delete' },
    danger: true,
    separated: true,
    does: { edit: { type: 'rm', task } },
  });
  return commands;
}

export type ItemActs = {
  readonly onEdit: (edit: TodoEdit, item: PlanItem) => void;
  readonly onWrite: (writing: Writing) => void;
};

type ItemMenuProps = ItemActs & {
  readonly plan: Plan;
  readonly item: PlanItem;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
};

export function ItemMenu({ plan, item, anchor, onClose, ...acts }: ItemMenuProps) {
  const entries = commandsOn(plan, item).map((command) => ({
    label: command.label,
    icon: command.icon,
    keys: keysText(command.chord),
    danger: command.danger,
    separated: command.separated,
    takesFocus: 'write' in command.does,
    onSelect: () => perform(command, item, acts),
  }));
  return <MenuAt entries={entries} anchor={anchor} returnTo={anchor} onClose={onClose} />;
}

/** Whether the key meant something for the item. */
export function pressOn(plan: Plan, item: PlanItem, event: Pressed, acts: ItemActs): boolean {
  const command = commandsOn(plan, item).find(({ chord }) => matches(chord, event, PLATFORM));
  if (command !== undefined) perform(command, item, acts);
  return command !== undefined;
}

function perform({ does }: ItemCommand, item: PlanItem, { onEdit, onWrite }: ItemActs): void {
  if ('edit' in does) onEdit(does.edit, item);
  else onWrite({ key: item.key, what: does.write });
}

const NAMES: Readonly<Record<string, string>> = { arrowup: '↑', arrowdown: '↓', delete: 'Del' };

function keysText(chord: Chord): string {
  return chordText({ ...chord, key: NAMES[chord.key] ?? chord.key }, PLATFORM);
}
