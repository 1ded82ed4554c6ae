/**
 * Agents for the New run page of Runlight:
 *
 *     npx runlight dev examples/agents.ts
 *
 * Save this file while that runs: new runs get the new code, runs under way go on with the old.
 *
 * With MODEL_URL set to an OpenAI-compatible address, MODEL to a model's name and, if need be, MODEL_KEY to a key, a real
 * model answers; without, a script does.
 */
import { Agent, Cogitator, defineTool, openAiCompatibleModel, scriptedModel } from 'runlight';
import { z } from 'zod';

const { MODEL_URL, MODEL = 'qwen3', MODEL_KEY } = process.env;

/** Counts what is in a text. Its `print` shows up in the window while it works. */
const countWords = defineTool({
  name: 'count_words',
  description: 'Counts the words of a text.',
  input: z.object({ text: z.string().min(1) }),
  concurrency: 'parallel',
  async execute({ text }, { print }) {
    print('Counting …\n');
    return { content: String(text.trim().split(/\s+/).length) };
  },
});

const scripted = scriptedModel({
  id: 'example/scripted',
  scenario: {
    steps: [
      {
        text: 'I count the words first.',
        calls: [
          {
            name: 'write_todos',
            arguments: { todos: [{ id: 'count', content: 'Count the words', status: 'in_progress' }] },
          },
          { name: 'count_words', arguments: { text: 'Plan the work, then work the plan.' } },
        ],
      },
      {
        calls: [
          {
            name: 'write_todos',
            arguments: { todos: [{ id: 'count', content: 'Count the words', status: 'completed' }] },
          },
        ],
      },
      ({ messages }) => {
        const counted = messages.findLast((message) => message.role === 'tool' && message.toolName === 'count_words');
        return {
          text: `That saying has ${counted?.role === 'tool' ? counted.content : 'an unknown number of'} words.`,
        };
      },
    ],
    after: 'My script is over. Start a new run, or set MODEL_URL for a real model.',
  },
});

const real =
  MODEL_URL === undefined
    ? undefined
    : openAiCompatibleModel({ id: `example/${MODEL}`, baseUrl: MODEL_URL, apiKey: MODEL_KEY, modelName: MODEL });
const models = [scripted, ...(real === undefined ? [] : [real])];

/** Runlight asks it for the models that the agents name. */
export const cogitator = new Cogitator({
  memory: { adapter: 'memory' },
  models: (id) => models.find((model) => model.id === id),
});

export const wordCounter = new Agent({
  name: 'Word counter',
  model: (real ?? scripted).id,
  instructions: 'You answer questions about texts. Count with your tool, never by yourself. Plan your work first.',
  tools: [countWords],
  todos: true,
});
