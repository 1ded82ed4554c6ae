/** An item of the flat list of `write_todos`. */
export type TodoItem = { readonly id: string; readonly content: string; readonly status: TodoStatus };

export const TODO_STATUSES = ['pending', 'in_progress', 'completed'] as const;
export type TodoStatus = (typeof TODO_STATUSES)[number];
