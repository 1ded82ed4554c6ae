import { useAction, useAnswer } from '../../data/queries.ts';
import { Switch } from '../../ui/switch.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { NumberSetting } from './number-setting.tsx';

export function Runs() {
  const settings = useAnswer('settings.get', {}).data;
  const host = useAnswer('app.info', {}).data?.host;
  const set = useAction('settings.set');
  if (settings === undefined || host === undefined) return null;
  return (
    <div className="flex flex-col gap-4">
      <NumberSetting
        key={`runs ${settings.maxRuns}`}
        name="maxRuns"
        value={settings.maxRuns}
        label="Runs at once"
        hint="More wait in a queue, in the order in which they were started. A run that waits for an approval, or is paused, makes room for others."
      />
      <NumberSetting
        key={`depth ${settings.subagentDepth}`}
        name="subagentDepth"
        value={settings.subagentDepth}
        label="Levels of sub-agents"
        hint="How far agents may give tasks to agents that give tasks to others. They all work in the place of the run that began it. 0: none."
      />
      <NumberSetting
        key={`repeats ${settings.mostRepeats}`}
        name="mostRepeats"
        value={settings.mostRepeats}
        label="Same call in a row"
        hint="How often an agent may make the very same call and get the same answer. Then it is refused, and told to do something else. Changes of the todo list are never refused. 0: any number."
      />
      <Switch
        label="Keep every request"
        hint="As it was sent to the model, to the letter. It takes space with each step. A fingerprint of each is kept in any case."
        checked={settings.keepRequests}
        onCheckedChange={(keepRequests) =>
          set.mutate({ keepRequests }, { onError: ({ failure }) => showFailure(failure) })
        }
      />
      {host === 'electron' ? (
        <>
          <Switch
            label="Notifications"
            hint="When a run needs an approval, fails or finishes, and no window of Runlight is in front."
            checked={settings.notifications}
            onCheckedChange={(notifications) =>
              set.mutate({ notifications }, { onError: ({ failure }) => showFailure(failure) })
            }
          />
          <p className="text-sm text-faint">
            While a run works the machine does not fall asleep by itself; one that waits for you does not keep it awake.
          </p>
        </>
      ) : (
        <p className="text-sm text-faint">
          In the browser there are no notifications, and the machine may fall asleep while runs work: the desktop app
          takes care of both.
        </p>
      )}
    </div>
  );
}
