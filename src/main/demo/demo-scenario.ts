import type { Message } from '../../shared/thread/message.ts';
import type { ModelRequest } from '../agent/model.ts';
import type { Scenario, ScriptedAnswer, ScriptedCall, ScriptedStep } from '../models/scenario.ts';
import { planAt, planWithTwoBegun } from './demo-plan.ts';

const EXAMPLE = 'examples/dinner-for-eight.mjs';

const EXAMPLE_TEXT = `import { pancakes } from '../recipes/pancakes.js';
import { recipeCard } from '../src/card.js';

console.log(recipeCard(pancakes, 8));
`;

// Means the same to sh and to cmd.exe.
const COMMAND = `node check.mjs && node ${EXAMPLE}`;

const SUMMARY = `**Eight people now get twice the flour.**

- **Cause:** \`scaleRecipe\` divided the wrong way round: more people got less food.
- **Fix:** one line in \`src/scale.js\`.
- **New:** \`${EXAMPLE}\`, named in the README.
- **Proof:** all 7 checks pass, and the example prints 4 cups of flour.

This was a scripted demo, on a copy of a sample project. The words came from a script; the files, the edits and the command were real.`;

const DECLINED = `Then I leave the command alone. The amounts are fixed in \`src/scale.js\` and the example is written, but nothing has been run, so I do not call it checked.

This was a scripted demo, on a copy of a sample project.`;

const GAVE_UP = `That did not go as the script of this demo expects, so I stop here rather than claim what I have not done. The conversation shows what happened. **Run the demo** starts afresh, on a new copy of the sample project.`;

const AFTER = `The demo is over, and I am a scripted model: I can only play my one script. To work with a real model, add its provider in **Settings → Providers & keys**, or the address of a server on this machine. Then start a new run with it.`;

/**
 * The demo, whatever happens to it: the words are written beforehand, but they are only said when the tools did what
 * the words say.
 */
export const DEMO_SCENARIO: Scenario = {
  steps: [
    {
      wait: 400,
      reasoning: 'More people, less flour: the scaling must be wrong somewhere. First I look, then I touch.',
      text: 'I start with a plan, so that you can follow along.',
      calls: [planAt(0)],
    },
    ifAllWentWell({
      wait: 250,
      calls: [call('list_files', { recursive: true }), read('README.md'), read('check.mjs')],
    }),
    ifAllWentWell({
      wait: 250,
      text: 'A small library with a check of its own. Now the cause.',
      calls: [planWithTwoBegun()],
    }),
    {
      wait: 250,
      reasoning: 'Refused, and rightly: only one item may be in progress. Looking around is done.',
      calls: [planAt(1), call('search_files', { query: 'scaleRecipe' })],
    },
    ifAllWentWell({
      wait: 250,
      text: 'Every card goes through `scaleRecipe`.',
      calls: [read('src/scale.js'), read('src/card.js')],
    }),
    ifAllWentWell({
      wait: 300,
      reasoning:
        'A recipe for 4, scaled to 8: the factor is 4 / 8 = 0.5. It should be 2, so the fraction is upside down.',
      text: 'Found it: the factor is upside down. I turn it round.',
      calls: [
        planAt(2),
        call('edit_file', {
          path: 'src/scale.js',
          old_text: 'recipe.servings / servings',
          new_text: 'servings / recipe.servings',
        }),
      ],
    }),
    ifAllWentWell({ wait: 250, calls: [planAt(3), call('write_file', { path: EXAMPLE, content: EXAMPLE_TEXT })] }),
    ifAllWentWell({
      wait: 250,
      calls: [
        planAt(4),
        call('edit_file', {
          path: 'README.md',
          old_text: '    node check.mjs',
          new_text: `    node check.mjs\n\nPrint a card for eight people:\n\n    node ${EXAMPLE}`,
        }),
      ],
    }),
    ifAllWentWell({ wait: 250, text: 'What is left is to see it work.', calls: [planAt(5)] }),
    ifAllWentWell({ wait: 250, text: 'May I run the checks?', calls: [call('run_command', { command: COMMAND })] }),
    (request) => afterCommand(request, { wait: 250, calls: [planAt(6)] }),
    ifAllWentWell({ wait: 250, text: SUMMARY }),
  ],
  after: AFTER,
};

function call(name: string, input: object): ScriptedCall {
  return { name, arguments: input };
}

function read(path: string): ScriptedCall {
  return call('read_file', { path });
}

function ifAllWentWell(answer: ScriptedAnswer): ScriptedStep {
  return (request) => {
    if (hasGivenUp(request)) return { text: AFTER };
    return lastResults(request).some((result) => result.isError) ? { wait: 250, text: GAVE_UP } : answer;
  };
}

/** The command may have been declined, and it may have failed. */
function afterCommand(request: ModelRequest, answer: ScriptedAnswer): ScriptedAnswer {
  if (hasGivenUp(request)) return { text: AFTER };
  const [result] = lastResults(request);
  if (result === undefined) return { wait: 250, text: GAVE_UP };
  if (result.isError && /declined/i.test(result.content)) return { wait: 250, text: DECLINED };
  return result.content.includes('All 7 checks pass') ? answer : { wait: 250, text: GAVE_UP };
}

function hasGivenUp({ messages }: ModelRequest): boolean {
  return messages.some(
    (message) => message.role === 'assistant' && (message.text === GAVE_UP || message.text === DECLINED),
  );
}

/** What came of the newest calls. */
function lastResults({ messages }: ModelRequest): readonly Extract<Message, { role: 'tool' }>[] {
  const asked = messages.findLastIndex((message) => message.role === 'assistant' && message.toolCalls.length > 0);
  return messages.slice(asked + 1).filter((message) => message.role === 'tool');
}
