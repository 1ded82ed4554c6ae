/** The public API: agents in people's own programs. */
export { Agent, type AgentOptions } from './agent.ts';
export { Cogitator } from './cogitator.ts';
export type { CogitatorOptions } from './cogitator-options.ts';
export { RunError } from './run-error.ts';
export type {
  ApprovalAnswer,
  ResumeOptions,
  RunInfo,
  RunObserver,
  RunOptions,
  RunResult,
  WaitingCall,
} from './run-options.ts';
export { DEFAULT_COMPACTION, type CompactionSettings } from '../../shared/settings.ts';
export type { TravelChanges } from '../runs/travel.ts';
export type { RunBranch } from './run-beginning.ts';
export type { Model, ModelEvent, ModelFailure, ModelRequest } from '../agent/model.ts';
export type { NextRequest, SentRequest } from '../../shared/run/next-request.ts';
export type { PermissionQuestion } from '../../shared/run/permission.ts';
export { defineTool, toolError, type AnyTool, type Tool, type ToolContext, type ToolOutcome } from '../agent/tool.ts';
export { modelsFromEnvironment } from '../models/environment-models.ts';
export {
  openAiCompatibleModel,
  providerModel,
  type OpenAiCompatibleOptions,
  type ProviderModelOptions,
} from '../models/provider-model.ts';
export { scriptedModel, type ScriptedOptions } from '../models/scripted.ts';
export { LocalWorkspace, type WorkspaceOptions } from '../workspace/local-workspace.ts';
export { workspaceTools } from '../workspace/tools/workspace-tools.ts';
export type { Message } from '../../shared/thread/messages.ts';
export type { ToolCall } from '../../shared/thread/tool-call.ts';
export type { CompletedTask, PhaseTask, TodoPhase } from '../../shared/todos/phases.ts';
export {
  parseKeptTodos,
  parseTodos,
  renderTodos,
  TODOS_METADATA_KEY,
  todosIn,
  type KeptTodos,
  type ParsedTodos,
  type TodoItem,
} from '../../shared/todos/list.ts';
