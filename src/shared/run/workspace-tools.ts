import type { Permission } from './permission.ts';

/** The tools of an agent that works in a folder, as people choose them; src/main/workspace/tools has what they do. */
export const WORKSPACE_TOOLS = [
  { name: 'list_files', does: 'List files', permission: 'always' },
  { name: 'read_file', does: 'Read files', permission: 'always' },
  { name: 'search_files', does: 'Search in files', permission: 'always' },
  { name: 'write_file', does: 'Write files', permission: 'always' },
  { name: 'edit_file', does: 'Edit files', permission: 'always' },
  { name: 'run_command', does: 'Run commands', permission: 'ask' },
] as const satisfies readonly { readonly name: string; readonly does: string; readonly permission: Permission }[];

export const ALL_WORKSPACE_TOOLS: readonly string[] = WORKSPACE_TOOLS.map(({ name }) => name);

export const RUN_COMMAND = 'run_command';

/** Those that may change files. */
export const WRITING_TOOLS: readonly string[] = ['write_file', 'edit_file', RUN_COMMAND];
