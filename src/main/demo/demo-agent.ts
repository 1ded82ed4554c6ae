import { PLAIN_AGENT, type AgentSettings } from '../../shared/run/agent.ts';
import { ALL_WORKSPACE_TOOLS } from '../../shared/run/workspace-tools.ts';

export const DEMO_MODEL_ID = 'demo/scripted';

/** How long the demo waits for a person's approval before it gives its own (ms). */
export const DEMO_APPROVAL_MS = 3000;

/** What the demo's agent is, as a person would have set it up. */
export const DEMO_AGENT: AgentSettings = {
  ...PLAIN_AGENT,
  name: 'Demo agent',
  model: DEMO_MODEL_ID,
  instructions:
    'You fix bugs in small JavaScript projects. Plan the work before you start, keep the plan true while you work, and check what you did.',
  tools: [...ALL_WORKSPACE_TOOLS],
  todos: 'list',
  limits: { steps: 40 },
  // A demo that nobody answers goes on.
  approvalLimit: { minutes: DEMO_APPROVAL_MS / 60_000, decision: 'approved' },
};

export const DEMO_TITLE = 'Demo: pancakes for eight';

export const DEMO_PROMPT =
  'When I scale the pancakes to eight people, I get less flour, not more. Please find out why and fix it, add an example for eight people, and check that everything works.';

/** Slow enough to read along, fast enough to watch to the end. */
export const DEMO_WORDS_PER_SECOND = 24;
