/** What a server may say that is no stream: an error, a page, a list of models. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** The longest answers of today, each token in an event of its own, come to a quarter of it. */
export const MAX_STREAM_BYTES = 128 * 1024 * 1024;

/** The response with no more than the first `bytes` of its body: a server that never ends must not fill the memory. */
export function upTo(response: Response, bytes: number): Response {
  if (response.body === null) return response;
  let left = bytes;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.length <= left ? chunk : chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) controller.terminate();
    },
  });
  return new Response(response.body.pipeThrough(limit), response);
}
