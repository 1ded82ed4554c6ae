/** What the command line does to the world around it. */
export type World = {
  readonly version: string;
  readonly print: (line: string) => void;
  /** Text as it is, line breaks included. */
  readonly printError: (text: string) => void;
  /** `npm start` with these flags. Answers its exit code. */
  readonly start: (args: readonly string[]) => Promise<number>;
  /** Builds what is stale of these. Answers an exit code. */
  readonly build: (parts: readonly ('lib' | 'renderer')[]) => Promise<number>;
  /** Serves windows in browsers, in a program of its own. */
  readonly serve: (flags: readonly string[]) => { readonly stop: () => void; readonly ended: Promise<number> };
};

/** One command: its words in the help, and what it does. Answers an exit code. */
export type Command = {
  readonly usage: string;
  readonly summary: string;
  readonly run: (args: readonly string[], world: World) => Promise<number>;
};

/** The exit code for arguments that make no sense. */
export const EXIT_USAGE = 2;
