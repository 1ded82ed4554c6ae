import type { AnyTool } from '../../agent/tool.ts';
import { editFileTool } from './edit-file.ts';
import { listFilesTool } from './list-files.ts';
import { readFileTool } from './read-file.ts';
import { runCommandTool } from './run-command.ts';
import { searchFilesTool } from './search-files.ts';
import { writeFileTool } from './write-file.ts';

/**
 * The tools of an agent that works in a folder: its `LocalWorkspace`. `commands`: whether a person is asked before each
 * command, which is the default, or all are allowed.
 */
export function workspaceTools({ commands = 'ask' }: { readonly commands?: 'ask' | 'allow' } = {}): readonly AnyTool[] {
  return [
    listFilesTool(),
    readFileTool(),
    writeFileTool(),
    editFileTool(),
    searchFilesTool(),
    runCommandTool(commands),
  ];
}
