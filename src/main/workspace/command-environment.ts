import { delimiter, join } from 'node:path';

export type Environment = Readonly<Record<string, string>>;

/** Marks the processes of one command, so that those that left its group can be told. */
export const COMMAND_MARK = 'RUNLIGHT_COMMAND';

/** Nobody is there to answer a question, to page through a text, or to see colours. */
const UNATTENDED: Environment = {
  NO_COLOR: '1',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GH_PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** What this program, Electron or the npm script that started it put there for itself. */
const OURS = /^(?:RUNLIGHT_.*|ELECTRON_RUN_AS_NODE|NODE_OPTIONS|FORCE_COLOR|CLICOLOR_FORCE|NODE_CHANNEL_.*)$/i;
const OF_NPM =
  /^(?:npm_(?:lifecycle|package)_.*|npm_(?:command|execpath|node_execpath|config_local_prefix)|INIT_CWD)$/i;
const SCRIPT_FOLDERS = /[\\/]node_modules[\\/](?:\.bin|npm[\\/].*node-gyp-bin|@npmcli[\\/].*node-gyp-bin)$/;

/** Keys of model providers: commands do not need them, and what a command prints is sent to a model. */
const KEYS =
  /^(?:ANTHROPIC_(?:API_KEY|AUTH_TOKEN)|OPENAI_API_KEY|GOOGLE_GENERATIVE_AI_API_KEY|GEMINI_API_KEY|GOOGLE_API_KEY|OPENROUTER_API_KEY)$/i;
const DROPPED = [OURS, KEYS];

export type CommandSurroundings = {
  /** Folders in front of PATH. */
  readonly path: readonly string[];
  /** Where the person's own shell looks: before what this process was given. */
  readonly shellPath?: readonly string[];
  /** Over everything: a workspace that needs a key is given it there. */
  readonly extra: Environment;
};

/** The variables of a command: the person's own, as if they had opened a terminal. */
export function commandEnvironment(
  own: NodeJS.ProcessEnv,
  { path, shellPath = [], extra }: CommandSurroundings,
): Environment {
  const isScript = own['npm_lifecycle_event'] !== undefined;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && !DROPPED.some((some) => some.test(name)) && !(isScript && OF_NPM.test(name)))
      kept[name] = value;
  }
  // Windows calls it Path, and takes any case.
  const pathName = Object.keys(kept).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (kept[pathName] ?? '').split(delimiter).filter((folder) => {
    // npm puts our own tools in front: the person's project would get our compiler instead of theirs.
    return folder !== '' && !(isScript && SCRIPT_FOLDERS.test(join(folder)));
  });
  const all = new Set([...path, ...shellPath, ...folders]);
  return { ...kept, ...UNATTENDED, [pathName]: [...all].join(delimiter), ...extra };
}
