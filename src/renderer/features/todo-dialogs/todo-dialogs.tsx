import { useTodoDialog } from '../../state/todo-dialog.ts';
import { MarkdownEditor } from './markdown-editor.tsx';
import { FileDialog } from './file-dialog.tsx';

/** What opens over the window about the plan of a thread, whatever was pressed for it. */
export function TodoDialogs({ threadId }: { readonly threadId: string }) {
  const { dialog, close } = useTodoDialog();
  if (dialog?.threadId !== threadId) return null;
  if (dialog.type === 'editor') return <MarkdownEditor threadId={threadId} onClose={close} />;
  return <FileDialog {...dialog} onClose={close} />;
}
