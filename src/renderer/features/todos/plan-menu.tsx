import { Copy, Download, Ellipsis, FilePen, Upload } from 'lucide-react';
import { copyTodos } from '../../data/todo-actions.ts';
import { chooseTodoFile } from '../../data/todo-files.ts';
import { useTodoDialog } from '../../state/todo-dialog.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';

/** What can be done with a whole plan. `editable`: whether people may change it. */
export function PlanMenu({ threadId, editable }: { readonly threadId: string; readonly editable: boolean }) {
  const { show } = useTodoDialog();
  const reading: readonly MenuEntry[] = [
    { label: 'Copy as Markdown', icon: <Copy />, onSelect: () => void copyTodos(threadId) },
    {
      label: 'Export to a file…',
      icon: <Download />,
      takesFocus: true,
      onSelect: () => chooseTodoFile(threadId, 'export'),
    },
  ];
  const editing: readonly MenuEntry[] = [
    {
      label: 'Edit as Markdown…',
      icon: <FilePen />,
      takesFocus: true,
      onSelect: () => show({ type: 'editor', threadId }),
    },
  ];
  const importing: readonly MenuEntry[] = [
    {
      label: 'Import from a file…',
      icon: <Upload />,
      takesFocus: true,
      onSelect: () => chooseTodoFile(threadId, 'import'),
    },
  ];
  return (
    <Menu entries={editable ? [...editing, ...reading, ...importing] : reading}>
      <IconButton size="sm" label="Plan actions" icon={<Ellipsis aria-hidden />} className="-my-1" />
    </Menu>
  );
}
