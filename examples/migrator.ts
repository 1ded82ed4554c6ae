// Moves the tests of the folder ./app from one test runner to another, and prints its plan as it changes.
import { Agent, Cogitator, LocalWorkspace, workspaceTools } from '../src/main/runtime/index.ts';

const workspace = new LocalWorkspace({ root: './app' });
const agent = new Agent({ name: 'migrator', model: 'anthropic/claude-sonnet-5-5',
  instructions: 'You migrate code bases. Plan the work before you start.',
  tools: workspaceTools(), workspace, todos: true });
const cog = new Cogitator({ memory: { adapter: 'memory' } });   // or { adapter: 'sqlite', path }
const result = await cog.run(agent, { input: 'Move every test from Jest to Vitest',
  threadId: 'migration', onTodos: (todos) => console.table(todos) });
console.log(result.todos);
