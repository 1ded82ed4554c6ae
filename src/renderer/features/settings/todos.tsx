import type { Settings } from '../../../shared/settings.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Switch } from '../../ui/switch.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { NumberSetting } from './number-setting.tsx';

export function Todos() {
  const settings = useAnswer('settings.get', {}).data;
  const set = useAction('settings.set');
  if (settings === undefined) return null;
  const { todoTool, todoReminders, todoStripsOnResume, todoClearDelay } = settings;

  function change(changed: Partial<Settings>): void {
    set.mutate(changed, { onError: ({ failure }) => showFailure(failure) });
  }

  return (
    <div className="flex flex-col gap-4">
      <NumberSetting
        key={`delay ${todoClearDelay}`}
        name="todoClearDelay"
        label="Seconds until the panel hides what is done"
        hint="Dropped items too. 0 hides them at once, -1 never. They count all the same, and a click shows them again."
        value={todoClearDelay}
      />
      <Switch
        label="Plans in phases"
        hint="Gives agents that plan in phases the tool for it. Off, such agents work without a plan from their next run on."
        checked={todoTool}
        onCheckedChange={(checked) => change({ todoTool: checked })}
      />
      <NumberSetting
        key={`reminders ${todoReminders}`}
        name="todoReminders"
        label="Reminders"
        hint="How often in a run an agent that stops too soon is reminded of what it left open in its phases. 0: never."
        value={todoReminders}
      />
      <Switch
        label="Go on with what is open alone"
        hint="A run that takes up a plan in phases begins without what is done. The panel keeps that, under “Earlier”."
        checked={todoStripsOnResume}
        onCheckedChange={(checked) => change({ todoStripsOnResume: checked })}
      />
    </div>
  );
}
