import { dev } from './dev.ts';
import { exportCommand } from './export-command.ts';
import { EXIT_USAGE, type Command, type World } from './world.ts';

const START: Command = {
  usage: 'runlight [flags]',
  summary: 'opens Runlight; "runlight start --help" lists the flags',
  run: (args, world) => world.start(args),
};

const COMMANDS: Readonly<Record<string, Command>> = {
  start: START,
  serve: {
    usage: 'runlight serve [flags]',
    summary: 'serves Runlight to the browser, and opens none',
    run: (args, world) => world.start(['--web', '--no-open', ...args]),
  },
  dev,
  export: exportCommand,
};

/** The command `runlight`. Answers its exit code. */
export async function main(args: readonly string[], world: World): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    world.print(help());
    return 0;
  }
  if (name === '--version') {
    world.print(world.version);
    return 0;
  }
  if (name === undefined || name.startsWith('-')) return START.run(args, world);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined) return command.run(rest, world);
  world.printError(`Runlight: there is no command ${JSON.stringify(name)}.\n\n${help()}\n`);
  return EXIT_USAGE;
}

function help(): string {
  const commands = Object.values(COMMANDS);
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`);
  return ['Usage:', '', ...lines, '', 'Every command takes --home DIR: the folder that everything is kept in.'].join(
    '\n',
  );
}
