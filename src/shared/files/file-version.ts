/** What stands at a path: the bytes of a file, or the target of a symbolic link. */
export type FileVersion = {
  /** SHA-256 of the bytes, in hex. Absent when there were too many to keep: nobody can compare them or bring them back. */
  readonly hash?: string;
  readonly bytes: number;
  readonly link?: true;
  readonly executable?: true;
};

/** `null`: nothing stood there. */
export type FileState = FileVersion | null;

export type FileChange = {
  /** From the workspace's folder, with `/` on every system, free of links. */
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
};

/** Whether both are the same for sure; what nobody kept is like nothing else, not even itself. */
export function isSameState(a: FileState, b: FileState): boolean {
  if (a === null || b === null) return a === b;
  return a.hash !== undefined && a.hash === b.hash && a.link === b.link && a.executable === b.executable;
}
