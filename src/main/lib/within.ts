/** What `work` comes to, or `undefined` when that takes longer than `ms`. `keepAlive`: whether the program waits for it. */
export async function within<T>(
  ms: number,
  work: Promise<T>,
  { keepAlive = true }: { readonly keepAlive?: boolean } = {},
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
    if (!keepAlive) timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
