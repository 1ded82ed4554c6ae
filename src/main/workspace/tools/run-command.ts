import { z } from 'zod';
import { assertNever } from '../../../shared/lib/assert.ts';
import { ok } from '../../../shared/lib/result.ts';
import { RUN_COMMAND } from '../../../shared/run/workspace-tools.ts';
import type { ToolDetails } from '../../../shared/thread/tool-details.ts';
import { type AnyTool, defineTool, type ToolChanges } from '../../agent/tool.ts';
import type { LocalWorkspace, RecordedEnd } from '../local-workspace.ts';
import { pacedPrint } from '../paced-print.ts';
import type { CommandEnd } from '../run-command.ts';
import { counted } from '../text.ts';
import { withWorkspace } from './with-workspace.ts';

const DEFAULT_TIMEOUT = 120;
const MAX_TIMEOUT = 600;

const Input = z.strictObject({
  command: z.string().trim().min(1).describe('The command line, as a shell takes it.'),
  cwd: z
    .string()
    .default('.')
    .describe('Folder to run it in, relative to the workspace. Default: the workspace folder.'),
  timeout_seconds: z
    .number()
    .positive()
    .max(MAX_TIMEOUT)
    .default(DEFAULT_TIMEOUT)
    .describe(`When to end it, in seconds, at most ${MAX_TIMEOUT}. Default: ${DEFAULT_TIMEOUT}.`),
});

/**
 * A command that ends by itself is no error, whatever its exit code: `grep` exits with 1 when it finds nothing, and the
 * model reads the code. One that was cut short or killed is.
 */
export function runCommandTool(commands: 'ask' | 'allow'): AnyTool {
  const shell = process.platform === 'win32' ? 'cmd.exe' : 'bash (sh where there is no bash)';
  return defineTool<z.output<typeof Input>>({
    name: RUN_COMMAND,
    description:
      `Runs a command with ${shell} in the workspace folder and answers its exit code and output, standard output and ` +
      'standard error together; of long output the beginning and the end. There is no standard input and no terminal: use ' +
      'flags that keep programs from asking. Every command starts anew: "cd" and variables do not last. When it ends, ' +
      'whatever it left running in the background is ended too, so servers cannot be kept running.',
    input: Input,
    concurrency: 'exclusive',
    ...(commands === 'ask' ? { needsApproval: () => true } : {}),
    commandOf: ({ command }) => command,
    execute: withWorkspace(async (input, { workspace, signal, print }) => {
      const { command, cwd, timeout_seconds: seconds } = input;
      const paced = pacedPrint(print);
      const ran = await workspace.run(command, { cwd, timeoutMs: seconds * 1000, signal, onOutput: paced.print });
      paced.flush();
      if (!ran.ok) return ran;
      const { ended, exitCode, durationMs } = ran.value;
      const details: ToolDetails = { kind: 'command', command, exitCode, ended, durationMs };
      const changes = commandChanges(workspace, ran.value);
      return ok({ content: render(ran.value, seconds), isError: ended !== 'exit', details, changes });
    }),
  });
}

function commandChanges({ root }: LocalWorkspace, { changes }: RecordedEnd): ToolChanges | undefined {
  if (changes === undefined || (changes.files.length === 0 && changes.unknown === undefined)) return undefined;
  return { by: 'command', root, ...changes };
}

function render(end: CommandEnd, seconds: number): string {
  const processes = end.leftovers === 1 ? '1 process' : `${end.leftovers} processes`;
  const leftovers = end.leftovers === 0 ? '' : `; ${processes} left running in the background ended too`;
  const output = end.output.replace(/\n$/, '');
  return `${headline(end, seconds)}${leftovers}\n${output === '' ? '(no output)' : output}`;
}

function headline({ ended, exitCode, signalName }: CommandEnd, seconds: number): string {
  switch (ended) {
    case 'exit':
      return `exit code ${exitCode}`;
    case 'timeout':
      return `ended after the time limit of ${counted(seconds, 'second')}`;
    case 'stopped':
      return 'stopped before it was done';
    case 'signal':
      return `ended by ${signalName}`;
    default:
      return assertNever(ended);
  }
}
