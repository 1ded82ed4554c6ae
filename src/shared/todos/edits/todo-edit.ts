import { z } from 'zod';

/** As much as a person can write as one item, or as the reason why it is blocked, in characters. */
export const MAX_TODO_WORDS = 10_000;

// The ops of the tool take an empty name for none, and go for everything.
const Name = z.string().min(1, 'What has no name can only be changed as Markdown');
const Words = z.string().max(MAX_TODO_WORDS, `Write ${MAX_TODO_WORDS.toLocaleString('en')} characters at most`);
const Target = { task: Name.optional(), phase: Name.optional() };

/**
 * What a person does to a list of either kind. `task` is what it goes by there: its id in a flat list, its content in
 * phases. Without a target, `done`, `drop` and `rm` are about everything.
 */
export const TodoEdit = z.discriminatedUnion('type', [
  /** At the end of the phase, else of the last one. */
  z.object({ type: z.literal('add'), content: Words, phase: Name.optional() }),
  z.object({ type: z.literal('rename'), task: Name, content: Words }),
  /** `index`: its new place in the phase, else in the one that it is in, once it is taken out. */
  z.object({ type: z.literal('move'), task: Name, phase: Name.optional(), index: z.int().nonnegative() }),
  z.object({ type: z.literal('start'), task: Name }),
  z.object({ type: z.literal('done'), ...Target }),
  z.object({ type: z.literal('drop'), ...Target }),
  z.object({ type: z.literal('rm'), ...Target }),
  z.object({ type: z.literal('block'), note: Words.optional(), ...Target }),
  z.object({ type: z.literal('unblock'), ...Target }),
]);
export type TodoEdit = Readonly<z.infer<typeof TodoEdit>>;
