/** What the names of tools begin with that give another agent a task; its name follows. */
export const ASK_TOOL = 'ask_';

/** What the names of tools begin with that hand a run over to another agent. */
export const TRANSFER_TOOL = 'transfer_to_';
