import {
  AgentSettings,
  DEFAULT_MAX_STEPS,
  type AgentRecord,
  type Reasoning,
  type TodosKind,
} from '../../../shared/run/agent.ts';
import { ApprovalLimit } from '../../../shared/run/approval-limit.ts';
import { isRecord, parseJson } from '../../../shared/lib/json.ts';
import type { Permission } from '../../../shared/run/permission.ts';
import { WORKSPACE_TOOLS } from '../../../shared/run/workspace-tools.ts';
import { fieldErrors } from '../../data/field-errors.ts';
import { approvalLimitForm, approvalLimitOf, type ApprovalLimitForm } from '../../ui/approval-limit-form.ts';
import { formatRules, parseRules } from './command-rules.ts';

/** An agent as it is being edited, numbers and lists as typed; without an id it is a new one. */
export type AgentForm = {
  readonly id?: string;
  readonly name: string;
  readonly model: string;
  readonly instructions: string;
  readonly reasoning: Reasoning;
  readonly workspace: string;
  readonly todos: TodosKind;
  /** Of each workspace tool; `never`: the agent does not get it. */
  readonly permissions: { readonly [tool: string]: Permission };
  /** One rule a line. */
  readonly rules: string;
  readonly approvalLimit: ApprovalLimitForm;
  readonly limits: LimitsForm;
  /** JSON text; empty: it answers in words. */
  readonly answer: string;
  readonly handoffs: readonly string[];
  readonly subagents: readonly string[];
};

export type LimitsForm = {
  readonly steps: string;
  readonly minutes: string;
  readonly tokens: string;
  readonly cost: string;
  readonly costPerDay: string;
};

/** What the parts of the form share. */
export type AgentFieldsProps = {
  readonly form: AgentForm;
  readonly change: (part: Partial<AgentForm>) => void;
  readonly errors: { readonly [field: string]: string };
};

export const NEW_AGENT: AgentForm = {
  name: '',
  model: '',
  instructions: '',
  reasoning: 'default',
  workspace: '',
  todos: 'list',
  permissions: Object.fromEntries(WORKSPACE_TOOLS.map(({ name, permission }) => [name, permission])),
  rules: '',
  approvalLimit: approvalLimitForm(undefined),
  limits: { steps: String(DEFAULT_MAX_STEPS), minutes: '', tokens: '', cost: '', costPerDay: '' },
  answer: '',
  handoffs: [],
  subagents: [],
};

export function agentFormOf(agent: AgentSettings & { readonly id?: string }): AgentForm {
  const { id, name, model, instructions, reasoning, workspace = '', todos, handoffs, subagents } = agent;
  const { steps, minutes, tokens, cost, costPerDay } = agent.limits;
  const typed = (value: number | undefined): string => (value === undefined ? '' : String(value));
  return {
    id,
    name,
    model,
    instructions,
    reasoning,
    workspace,
    todos,
    permissions: Object.fromEntries(WORKSPACE_TOOLS.map((tool) => [tool.name, permissionIn(agent, tool)])),
    rules: formatRules(agent.commandRules),
    approvalLimit: approvalLimitForm(agent.approvalLimit),
    limits: {
      steps: String(steps),
      minutes: typed(minutes),
      tokens: typed(tokens),
      cost: typed(cost),
      costPerDay: typed(costPerDay),
    },
    answer: agent.answer === undefined ? '' : JSON.stringify(agent.answer, null, 2),
    handoffs,
    subagents,
  };
}

function permissionIn({ tools, approvals }: AgentSettings, tool: (typeof WORKSPACE_TOOLS)[number]): Permission {
  return tools.includes(tool.name) ? (approvals[tool.name] ?? tool.permission) : 'never';
}

/** The same agent under a name that is free. */
export function copyOf(agent: AgentRecord, names: readonly string[]): AgentForm {
  const form = { ...agentFormOf(agent), id: undefined };
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? `${agent.name} copy` : `${agent.name} copy ${number}`;
    if (!names.includes(name)) return { ...form, name };
  }
}

export type ReadForm = {
  /** Absent while anything is wrong. */
  readonly settings?: AgentSettings;
  /** What is wrong, by field. */
  readonly errors: { readonly [field: string]: string };
};

/** What the form says, or what is wrong with it. */
export function readForm(form: AgentForm): ReadForm {
  const rules = parseRules(form.rules);
  const answer = readAnswerSchema(form.answer);
  const approvalLimit = ApprovalLimit.nullable().safeParse(approvalLimitOf(form.approvalLimit));
  const { id: _, permissions, rules: __, limits, ...rest } = form;
  const parsed = AgentSettings.safeParse({
    ...rest,
    workspace: form.workspace.trim() === '' ? undefined : form.workspace,
    tools: WORKSPACE_TOOLS.map(({ name }) => name).filter((name) => permissions[name] !== 'never'),
    approvals: permissions,
    commandRules: rules.ok ? rules.value : [],
    approvalLimit: approvalLimit.data ?? undefined,
    limits: {
      // An empty field is no number, and says so.
      steps: numberIn(limits.steps) ?? Number.NaN,
      minutes: numberIn(limits.minutes),
      tokens: numberIn(limits.tokens),
      cost: numberIn(limits.cost),
      costPerDay: numberIn(limits.costPerDay),
    },
    answer: answer.ok ? answer.value : undefined,
  });
  const errors: { [field: string]: string } = parsed.success ? {} : { ...fieldErrors(parsed.error) };
  if (!rules.ok) errors.rules = rules.error;
  if (!approvalLimit.success) errors.approvalLimit = approvalLimit.error.issues[0]?.message ?? '';
  if (!answer.ok) errors.answer = answer.error;
  return Object.keys(errors).length === 0 && parsed.success ? { settings: parsed.data, errors } : { errors };
}

function numberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

type AnswerSchema =
  | { readonly ok: true; readonly value: AgentSettings['answer'] }
  | { readonly ok: false; readonly error: string };

function readAnswerSchema(text: string): AnswerSchema {
  if (text.trim() === '') return { ok: true, value: undefined };
  const value = parseJson(text);
  if (!isRecord(value)) return { ok: false, error: 'Write a JSON Schema: a JSON object' };
  return { ok: true, value: value as AgentSettings['answer'] };
}
