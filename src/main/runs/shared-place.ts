import type { Places, Ticket } from './places.ts';

/**
 * The place of a run and of the sub-agents that work for it, at any depth: it is asked for when the first of them wants to
 * work, and given back when none of them does. `ahead` as in `Places`.
 */
export type SharedPlace = (ahead: boolean) => Ticket;

export function sharedPlace(places: Places, runId: string): SharedPlace {
  let shared: Ticket | undefined;
  let users = 0;
  return (ahead) => {
    const ticket = (shared ??= places.ask(runId, ahead));
    let uses = true;
    users += 1;
    return {
      runId,
      held: () => uses && ticket.held(),
      granted: ticket.granted,
      leave() {
        if (!uses) return;
        uses = false;
        users -= 1;
        if (users > 0) return;
        shared = undefined;
        ticket.leave();
      },
    };
  };
}
