/** A command line as rules read it. */
export type CommandParts = {
  /** The simple commands in it, each with its words set apart by one space and without their quotes. */
  readonly parts: readonly string[];
  /** False when it does more than run these parts: substitutions, redirections, groups, variables, several lines, … */
  readonly plain: boolean;
};

// Of sh and of cmd.exe alike: whatever either of them would not take as part of a word.
const SPECIAL = /[$`<>(){}\\%^!\n\r\0~]/;
const OPERATORS = ['&&', '||', ';', '|', '&', '\n'] as const;

/** Splits at the operators that stand outside quotes. Reads too much as special rather than too little. */
export function splitCommand(command: string): CommandParts {
  const parts: string[] = [];
  let part = '';
  let quote: string | undefined;
  let plain = true;

  function end(): void {
    const text = part.trim().replaceAll(/[ \t]+/g, ' ');
    if (text !== '') parts.push(text);
    part = '';
  }

  for (let at = 0; at < command.length; at += 1) {
    const char = command[at] ?? '';
    if (char === quote) {
      quote = undefined;
      continue;
    }
    if (SPECIAL.test(char)) plain = false;
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
  return { parts: parts.flatMap(bare), plain: plain && quote === undefined };
}

/** The part itself and, where it is dressed up (`A=1 sudo /bin/rm`), what it runs, so that a pattern cannot be dodged so. */
function bare(part: string): readonly string[] {
  const words = part.split(' ');
  let from = 0;
  while (from < words.length - 1 && (/^\w+=/.test(words[from] ?? '') || WRAPPERS.has(words[from] ?? ''))) from += 1;
  const program = (words[from] ?? '').replace(/^.*[/\\]/, '');
  const inner = [program, ...words.slice(from + 1)].join(' ');
  return inner === part ? [part] : [part, inner];
}

const WRAPPERS = new Set(['sudo', 'env', 'command', 'exec', 'nohup', 'time', 'nice', 'builtin', 'call', 'start']);
