/** Long work that windows watch and may end. Each has an id that the window made up. */
export type Jobs = {
  /** Does the work; while it goes on, `share` and `cancel` know its id. */
  readonly run: <T>(
    id: string,
    work: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<T>,
  ) => Promise<T>;
  /** How far it is, from 0 to 1; `undefined` when it does not go on. */
  readonly share: (id: string) => number | undefined;
  readonly cancel: (id: string) => void;
  /** Ends all of them, and waits until they have. */
  readonly close: () => Promise<void>;
};

type Job = { readonly controller: AbortController; readonly ended: Promise<unknown>; share: number };

export function createJobs(): Jobs {
  const jobs = new Map<string, Job>();
  return {
    async run(id, work) {
      const controller = new AbortController();
      const job: Job = {
        controller,
        share: 0,
        ended: work(controller.signal, (share) => {
          job.share = share;
        }),
      };
      jobs.set(id, job);
      try {
        return (await job.ended) as Awaited<ReturnType<typeof work>>;
      } finally {
        jobs.delete(id);
      }
    },
    share: (id) => jobs.get(id)?.share,
    cancel: (id) => jobs.get(id)?.controller.abort(),
    async close() {
      for (const { controller } of jobs.values()) controller.abort();
      await Promise.allSettled([...jobs.values()].map((job) => job.ended));
    },
  };
}
