/** How to start a shell that runs one command line. */
export type CommandShell = {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are quoted already. */
  readonly windowsVerbatimArguments?: true;
  /** In a process group of its own. */
  readonly detached?: true;
};

/**
 * Runs the command in a shell of its own, so that its parent is not this program: `kill $PPID` ends only what it may. One
 * pipe for both outputs keeps their order, without what this shell itself would say of a signal. Signals that end a command
 * are passed on; 129 to 131 are not among them, since programs use them for what they like (Git for a wrong option).
 */
const POSIX_SCRIPT =
  'exec 2>/dev/null; (exec "$0" -c "$1" 2>&1); s=$?; case $s in 13[24679]|143) kill -$((s - 128)) $$;; esac; exit $s';

/** `bash`: its path; absent where there is none. `comSpec`: what Windows names as its command interpreter. */
export function commandShell(
  command: string,
  system: { readonly platform: NodeJS.Platform; readonly bash?: string; readonly comSpec?: string },
): CommandShell {
  if (system.platform === 'win32') {
    // cmd.exe finds the .cmd and .bat shims of npm and others. With /s it takes off the outer quotes and no more: what is
    // between them reaches it as it was written. /d: without what the registry would run first.
    const { comSpec = 'cmd.exe' } = system;
    return { file: comSpec, args: ['/d', '/s', '/c', `"${command}"`], windowsVerbatimArguments: true };
  }
  const { bash = '/bin/sh' } = system;
  // The command itself stays as it is, so that errors name its own lines.
  return { file: '/bin/sh', args: ['-c', POSIX_SCRIPT, bash, command], detached: true };
}
