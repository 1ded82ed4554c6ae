import { useState } from 'react';
import { COMPACTION_PROMPT } from '../../../shared/run/compaction-prompt.ts';
import { CompactionSettings, type Settings } from '../../../shared/settings.ts';
import { useAction, useAnswer } from '../../data/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ModelInput } from '../../ui/model-input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { ModelWindows } from './model-windows.tsx';
import { SavedNumber } from '../../ui/saved-number.tsx';

export function Context() {
  const settings = useAnswer('settings.get', {}).data;
  return settings && <ContextSettings settings={settings} />;
}

function ContextSettings({ settings: { compaction, contextWindows } }: { readonly settings: Settings }) {
  const set = useAction('settings.set');
  const { automatic, share, keepTokens, model, prompt } = compaction;

  function change(what: Partial<CompactionSettings>): void {
    set.mutate({ compaction: { ...compaction, ...what } }, { onError: ({ failure }) => showFailure(failure) });
  }

  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Compact by itself"
        hint="Before a model call that would come near the model’s limit: outputs of old tool calls make room first, then a summary stands for the older part. For the model only: you still see everything. By hand it works in any case: /compact."
        checked={automatic}
        onCheckedChange={(checked) => change({ automatic: checked })}
      />
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <SavedNumber
          key={`share ${share}`}
          label="Compact when it fills (%)"
          hint="Of what the model can read."
          value={share}
          percent
          schema={CompactionSettings.shape.share}
          onSave={(value) => change({ share: value ?? share })}
        />
        <SavedNumber
          key={`keep ${keepTokens}`}
          label="Keep as it is (tokens)"
          hint="The newest part, never more than half."
          value={keepTokens}
          schema={CompactionSettings.shape.keepTokens}
          onSave={(value) => change({ keepTokens: value ?? keepTokens })}
        />
      </div>
      <SummaryModel
        key={`model ${model ?? ''}`}
        model={model ?? ''}
        onSave={(value) => change({ model: value || undefined })}
      />
      <SummaryPrompt
        key={`prompt ${prompt ?? ''}`}
        prompt={prompt ?? COMPACTION_PROMPT}
        onSave={(value) => change({ prompt: value === '' || value === COMPACTION_PROMPT ? undefined : value })}
      />
      <ModelWindows set={contextWindows} />
    </div>
  );
}

type SavedTextProps = { readonly onSave: (value: string) => void };

function SummaryModel({ model, onSave }: SavedTextProps & { readonly model: string }) {
  const [text, setText] = useState(model);
  const models = useAnswer('models.list', {});
  return (
    <div className="flex items-end gap-2">
      <Field label="Model for summaries" className="max-w-96 flex-1">
        <ModelInput
          value={text}
          onValueChange={setText}
          list={models.data}
          onAskAgain={() => void models.refetch()}
          placeholder="The run’s own"
        />
      </Field>
      {text.trim() !== model && <Button onClick={() => onSave(text.trim())}>Save</Button>}
    </div>
  );
}

function SummaryPrompt({ prompt, onSave }: SavedTextProps & { readonly prompt: string }) {
  const [text, setText] = useState(prompt);
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label="What it is told" className="w-full">
        <TextArea value={text} onValueChange={setText} maxLength={20_000} className="max-h-64 min-h-24" />
      </Field>
      <div className="flex gap-2">
        {text.trim() !== prompt && <Button onClick={() => onSave(text.trim())}>Save</Button>}
        {prompt !== COMPACTION_PROMPT && <Button onClick={() => onSave('')}>As it came</Button>}
      </div>
    </div>
  );
}
