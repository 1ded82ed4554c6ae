import { navigate } from './route.ts';
import { useUi } from './ui.ts';

/** Opens a thread whose run has just started, its plan in sight. */
export function showNewRun(threadId: string): void {
  useUi.getState().showDockTab('Todos');
  navigate({ view: 'thread', threadId });
}
