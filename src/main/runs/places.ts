/** One run's claim to a place among those that work at once. */
export type Ticket = {
  readonly runId: string;
  /** Whether it has the place, rather than waiting for one. */
  readonly held: () => boolean;
  /** Resolves when it gets the place; never, when it leaves before. */
  readonly granted: Promise<void>;
  /** Gives the place back, or leaves the queue. */
  readonly leave: () => void;
};

/** The places of one engine, and the queue of runs that wait for one. */
export type Places = {
  /** `ahead`: before all that have never worked; else at the end of the queue. */
  readonly ask: (runId: string, ahead: boolean) => Ticket;
  /** Makes a run of the queue the next to start. False where it does not wait. */
  readonly toFront: (runId: string) => boolean;
  /** Gives a run of the queue a place, however many are taken. False where it does not wait. */
  readonly startNow: (runId: string) => boolean;
  /** From 1; `undefined` of a run that does not wait. */
  readonly placeOf: (runId: string) => number | undefined;
  /** Hands out what a larger cap has made free. */
  readonly fill: () => void;
};

type Waiting = { readonly ticket: Ticket; readonly ahead: boolean; readonly grant: () => void };

/** `cap`: how many may be held. `onMoved` is told of each change of the queue: the runs that wait, in their order. */
export function createPlaces(cap: () => number, onMoved: (runIds: readonly string[]) => void): Places {
  const holders = new Set<Ticket>();
  let queue: readonly Waiting[] = [];

  function moved(): void {
    onMoved(queue.map(({ ticket }) => ticket.runId));
  }

  function fill(): void {
    const before = queue;
    const most = cap();
    while (queue.length > 0 && holders.size < most) grant(queue[0]);
    if (queue !== before) moved();
  }

  function grant(waiting: Waiting | undefined): void {
    if (waiting === undefined) return;
    queue = queue.filter((other) => other !== waiting);
    holders.add(waiting.ticket);
    waiting.grant();
  }

  function enqueue(waiting: Waiting): void {
    const after = waiting.ahead ? queue.findIndex(({ ahead }) => !ahead) : -1;
    queue = queue.toSpliced(after < 0 ? queue.length : after, 0, waiting);
  }

  function waitingOf(runId: string): Waiting | undefined {
    return queue.find(({ ticket }) => ticket.runId === runId);
  }

  return {
    ask(runId, ahead) {
      const { promise: granted, resolve } = Promise.withResolvers<void>();
      const ticket: Ticket = {
        runId,
        held: () => holders.has(ticket),
        granted,
        leave() {
          const waits = waitingOf(runId);
          if (waits !== undefined) {
            queue = queue.filter((other) => other !== waits);
            moved();
          }
          if (holders.delete(ticket)) fill();
        },
      };
      enqueue({ ticket, ahead, grant: resolve });
      fill();
      if (!ticket.held()) moved();
      return ticket;
    },
    toFront(runId) {
      const waiting = waitingOf(runId);
      if (waiting === undefined) return false;
      queue = [{ ...waiting, ahead: true }, ...queue.filter((other) => other !== waiting)];
      moved();
      return true;
    },
    startNow(runId) {
      const waiting = waitingOf(runId);
      grant(waiting);
      if (waiting !== undefined) moved();
      return waiting !== undefined;
    },
    placeOf(runId) {
      const index = queue.findIndex(({ ticket }) => ticket.runId === runId);
      return index < 0 ? undefined : index + 1;
    },
    fill,
  };
}
