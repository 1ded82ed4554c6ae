/** Where the engine tells what happened; the host decides where it goes. Never given keys or what people wrote. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void;

export const silentLog: Log = () => {};
