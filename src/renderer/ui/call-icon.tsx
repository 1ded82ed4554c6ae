import {
  Bot,
  FilePen,
  FilePlus,
  FileText,
  FolderTree,
  ListChecks,
  Search,
  SquareTerminal,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { CallIcon as Name } from './describe-call.ts';

const ICONS: Record<Name, LucideIcon> = {
  read: FileText,
  write: FilePlus,
  edit: FilePen,
  list: FolderTree,
  search: Search,
  command: SquareTerminal,
  todos: ListChecks,
  agent: Bot,
  tool: Wrench,
};

/** What kind of work a tool call is; the words beside it say it too. */
export function CallIcon({ name }: { readonly name: Name }) {
  const Icon = ICONS[name];
  return <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />;
}
