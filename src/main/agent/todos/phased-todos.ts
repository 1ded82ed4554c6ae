import { ok, type Result } from '../../../shared/lib/result.ts';
import type { ReminderBody } from '../../../shared/thread/context-bodies.ts';
import { phasesIn, phasesOn, putClosedAside, type PhasesState } from '../../../shared/todos/phases-on-branch.ts';
import type { LoopEffects } from '../effects.ts';
import { branchReader } from './branch-reader.ts';
import { errorReminder, openReminder, staleReminder } from './reminders.ts';
import type { RunTodos } from './run-todos.ts';
import { todoTool } from './todo-tool.ts';

/** The plan in phases of a run. `start`: how long the branch is that the run goes on from. */
export function phasedTodos(effects: LoopEffects, start: number): RunTodos {
  const { storage, stripsOnResume, reminders } = effects.todoRules;
  const reader = branchReader(effects.branch);
  let state: PhasesState | undefined;

  function follow(): void {
    for (const entry of reader.next()) {
      const changed = phasesIn(entry);
      if (changed === undefined) continue;
      state = changed;
      effects.todoPhasesChanged(changed.phases);
    }
  }

  function say(reminder: Omit<ReminderBody, 'kind'> | undefined): Result<boolean> {
    if (reminder === undefined) return ok(false);
    const said = effects.append([{ id: effects.newId(), body: { kind: 'reminder', ...reminder } }]);
    return said.ok ? ok(true) : said;
  }

  return {
    tool: todoTool(() => {
      follow();
      return { phases: state?.phases ?? [], earlier: state?.earlier ?? [], edited: reader.editedSinceRequest() };
    }, storage),
    begin() {
      reader.skip();
      const found = phasesOn(effects.branch());
      state = found !== undefined && stripsOnResume ? putClosedAside(found) : found;
      if (state !== undefined) effects.todoPhasesChanged(state.phases);
      return ok(null);
    },
    follow,
    beforeCall() {
      follow();
      const said = say(errorReminder(effects.branch()) ?? staleReminder(effects.branch().slice(start)));
      reader.requestSent();
      return said;
    },
    remind(text) {
      follow();
      return say(openReminder(state?.phases ?? [], effects.branch().slice(start), text, reminders));
    },
    phases() {
      follow();
      return state;
    },
    left() {
      follow();
      return state === undefined ? {} : { todoPhases: state.phases };
    },
  };
}
