/** A command line as rules read it. */
export type CommandLine = {
  /** The simple commands in it. */
  readonly parts: readonly CommandPart[];
  /** False when it does more than run these parts: substitutions, redirections, groups, variables, several lines, … */
  readonly plain: boolean;
};

/** A simple command, its words set apart by one space and without their quotes. */
export type CommandPart = {
  readonly text: string;
  /** What it may run besides, where it is dressed up: `sudo -u me /bin/rm x` may be `rm x`. */
  readonly inner: readonly string[];
};

// Of sh and of cmd.exe alike: whatever either of them would not take as part of a word.
const SPECIAL = /[$`<>(){}\\%^!\n\r\0~]/;
const OPERATORS = ['&&', '||', ';', '|', '&', '\n'] as const;

/** Splits at the operators that stand outside quotes. Reads too much as special rather than too little. */
export function splitCommand(command: string): CommandLine {
  const parts: CommandPart[] = [];
  let part = '';
  let quote: string | undefined;
  let plain = true;

  function end(): void {
    const text = part.trim().replaceAll(/[ \t]+/g, ' ');
    if (text !== '') parts.push({ text, inner: innerOf(text) });
    part = '';
  }

  for (let at = 0; at < command.length; at += 1) {
    const char = command[at] ?? '';
    if (char === quote) {
      quote = undefined;
      continue;
    }
    // cmd.exe does not know single quotes.
    if (SPECIAL.test(char) || (quote === "'" && (char === '&' || char === '|'))) plain = false;
    const operator = quote === undefined ? OPERATORS.find((one) => command.startsWith(one, at)) : undefined;
    if (operator !== undefined) {
      // A single & leaves a command running behind everyone's back.
      if (operator === '&') plain = false;
      end();
      at += operator.length - 1;
    } else if (quote === undefined && (char === '"' || char === "'")) quote = char;
    else part += char;
  }
  end();
  return { parts, plain: plain && quote === undefined };
}

/** What runs the words behind it, sooner or later. */
const WRAPPERS = new Set(
  'sudo doas env command exec nohup time timeout nice ionice setsid builtin eval xargs if then elif else while until do call start sh bash dash zsh cmd cmd.exe'.split(
    ' ',
  ),
);
/** Nobody writes more of them, and each costs a copy of what follows. */
const MOST_WRAPPING = 16;

/** Which of a wrapper's words begins what it runs is known to the wrapper alone: each may. */
function innerOf(text: string): readonly string[] {
  const words = text.split(' ');
  const bare = (from: number): string => [programOf(words[from]), ...words.slice(from + 1)].join(' ');
  let from = 0;
  while (from < words.length - 1 && /^\w+=/.test(words[from] ?? '')) from += 1;
  const forms = [bare(from)];
  if (WRAPPERS.has(programOf(words[from]))) {
    const last = Math.min(words.length - 1, from + MOST_WRAPPING);
    for (let next = from + 1; next <= last; next += 1) forms.push(bare(next));
  }
  return forms.filter((form) => form !== text);
}

function programOf(word = ''): string {
  return word.replace(/^.*[/\\]/, '');
}
