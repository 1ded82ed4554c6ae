import { codedText } from '../../../shared/lib/visible-text.ts';
import { MAX_TODO_WORDS } from '../../../shared/todos/edits/todo-edit.ts';
import type { PlanItem } from '../../../shared/todos/plan.ts';
import { InlineEdit } from '../../ui/inline-edit.tsx';
import { TodoGlyph } from '../../ui/todo-glyph.tsx';
import type { ItemActs, Writing } from './item-commands.tsx';
import { taskOf } from './plan-moves.ts';

type WriteRowProps = {
  readonly item: PlanItem;
  readonly what: Writing['what'];
  readonly onEdit: ItemActs['onEdit'];
  readonly onEnd: () => void;
};

/** An item while a person writes its name, or why it is blocked. */
export function WriteRow({ item, what, onEdit, onEnd }: WriteRowProps) {
  const task = taskOf(item);
  return (
    <li data-status={item.status} data-todo-id={item.id} className="flex min-w-0 items-start gap-2 px-4 py-1">
      <TodoGlyph status={item.status} />
      {what === 'name' ? (
        <InlineEdit
          label="Name of the item"
          value={item.content}
          maxLength={MAX_TODO_WORDS}
          className="h-6 flex-1"
          onSave={(content) => onEdit({ type: 'rename', task, content }, item)}
          onEnd={onEnd}
        />
      ) : (
        <span className="min-w-0 flex-1">
          <bdi className="block wrap-anywhere">{codedText(item.content)}</bdi>
          <InlineEdit
            label="Why it is blocked"
            value=""
            placeholder="Why? Enter blocks it, Esc does not"
            onBlank={() => onEdit({ type: 'block', task }, item)}
            maxLength={MAX_TODO_WORDS}
            className="h-6 w-full"
            onSave={(note) => onEdit({ type: 'block', task, note }, item)}
            onEnd={onEnd}
          />
        </span>
      )}
    </li>
  );
}
