import type { Permission } from '../../../shared/run/permission.ts';
import { WORKSPACE_TOOLS } from '../../../shared/run/workspace-tools.ts';
import { ApprovalLimitField } from '../../ui/approval-limit-field.tsx';
import { Field } from '../../ui/field.tsx';
import { FolderField } from '../../ui/folder-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import type { AgentFieldsProps } from './agent-form.ts';
import { FormPart } from './form-part.tsx';

const PERMISSIONS: readonly { readonly value: Permission; readonly label: string }[] = [
  { value: 'always', label: 'Always' },
  { value: 'ask', label: 'Ask me first' },
  { value: 'never', label: 'Never' },
];

export function AgentToolsFields({ form, change, errors }: AgentFieldsProps) {
  return (
    <FormPart title="Files and commands">
      <FolderField
        value={form.workspace}
        usual={undefined}
        hint="Where it works, unless New run names another."
        onValueChange={(workspace) => change({ workspace })}
        error={errors.workspace}
      />
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5">
        {WORKSPACE_TOOLS.map(({ name, does }) => (
          <li key={name} className="flex items-center justify-between gap-3">
            <span>{does}</span>
            <div className="w-32 shrink-0">
              <Select
                aria-label={does}
                value={form.permissions[name] ?? 'never'}
                onValueChange={(permission) => change({ permissions: { ...form.permissions, [name]: permission } })}
                options={PERMISSIONS}
              />
            </div>
          </li>
        ))}
      </ul>
      <Field
        label="Rules for commands"
        error={errors.rules}
        hint="One a line; the first that fits counts, before the choice above. A * stands for anything."
      >
        <TextArea
          value={form.rules}
          onValueChange={(rules) => change({ rules })}
          placeholder={'always npm test*\nalways git status\nnever git push*'}
          className="max-h-40 min-h-16 font-mono"
          spellCheck={false}
        />
      </Field>
      <ApprovalLimitField
        value={form.approvalLimit}
        onValueChange={(approvalLimit) => change({ approvalLimit })}
        error={errors.approvalLimit}
      />
    </FormPart>
  );
}
