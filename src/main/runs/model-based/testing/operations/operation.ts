import type { Tree } from '../tree.ts';
import type { World } from '../world.ts';

/** Something that people, or the end of the program, do to a thread. */
export type Operation = {
  readonly name: string;
  /** How often it comes, as against the others. */
  readonly weight: number;
  /** Does it, if it can be done now. Answers what was done, in short; `undefined`: nothing could be. */
  readonly act: (world: World, tree: Tree) => string | undefined | Promise<string | undefined>;
};
