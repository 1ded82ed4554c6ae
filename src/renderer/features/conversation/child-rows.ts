import { createContext, type ReactNode } from 'react';

/** Draws the work in a sub-agent's thread. Its rows may hold sub-agents themselves: so a row is told from above how. */
export const ChildRows = createContext<((threadId: string) => ReactNode) | undefined>(undefined);
