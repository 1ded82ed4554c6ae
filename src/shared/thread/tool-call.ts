export type ToolCall = {
  readonly id: string;
  readonly name: string;
  /** JSON text exactly as the model wrote it, which may be no JSON at all. */
  readonly arguments: string;
};
