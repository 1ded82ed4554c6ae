import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** What the server does in the course of a streamed answer, in order. */
export type ServerPart =
  | { readonly text: string }
  | { readonly reasoning: string }
  /** Calls are numbered in their order. */
  | { readonly call: ServerCall }
  | { readonly finish: string }
  /** Instead of the usual one; an empty object: the answer ends without. */
  | { readonly usage: object }
  /** Sent as the data of one event, whatever it is. */
  | { readonly data: string }
  | { readonly error: object | string }
  /** Waits until the test lets it go on. */
  | { readonly hold: Hold }
  /** Pauses for so many ms. */
  | { readonly wait: number }
  /** Breaks the connection. */
  | { readonly cut: true };

type ServerCall = {
  readonly id: string;
  readonly name: string;
  /** As the model writes them, which may be no JSON. */
  readonly arguments: string;
  /** In how many the arguments come. */
  readonly pieces?: number;
};

export type ServerReply =
  | {
      readonly parts: readonly ServerPart[];
      /** Sends so many bytes at a time, whatever characters they cut. */
      readonly sliceBytes?: number;
      /** Ends in good order, but without a finish reason. */
      readonly unfinished?: boolean;
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: object | string };

/** `number`: how many requests came before. */
export type ServerScript = readonly ServerReply[] | ((body: ChatRequest, number: number) => ServerReply);

/** The body of a request, as it came. */
type ChatRequest = {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly [key: string]: unknown;
};

type ChatMessage = { readonly role: string; readonly content?: unknown; readonly [key: string]: unknown };

type RecordedRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: ChatRequest;
};

export type ModelServer = {
  /** The address to set in Runlight: ends with `/v1`. */
  readonly url: string;
  /** Requests for answers, in order. Grows. */
  readonly requests: readonly RecordedRequest[];
  /** How many requests are being answered right now. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
};

export type ModelServerOptions = {
  readonly script: ServerScript;
  readonly models?: readonly string[];
  /** Instead of the list of models. */
  readonly modelsReply?: Exclude<ServerReply, { parts: unknown }>;
  /** The only key that is let in. */
  readonly apiKey?: string;
};

/** A point in an answer where the server waits: `reached` tells that it got there, `release` lets it go on. */
export type Hold = {
  readonly reached: Promise<void>;
  readonly release: () => void;
  readonly wait: () => Promise<void>;
};

export function hold(): Hold {
  const arrival = Promise.withResolvers<undefined>();
  const departure = Promise.withResolvers<undefined>();
  return {
    reached: arrival.promise,
    release: () => departure.resolve(undefined),
    wait: () => {
      arrival.resolve(undefined);
      return departure.promise;
    },
  };
}

/** An answer of mere text. */
export function say(text: string): ServerReply {
  return { parts: [{ text }] };
}

export function call(name: string, input: object, id = `call_${name}`): ServerPart {
  return { call: { id, name, arguments: JSON.stringify(input), pieces: 3 } };
}

const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

/** Serves a script on loopback as any OpenAI-compatible address would. Beyond its end every answer is an error. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => (open -= 1));
    serve(options, requests, request, response).catch((error: unknown) => {
      // The reader went away, or the script is wrong: the test sees a broken answer either way.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  { script, models = ['test-model'], modelsReply, apiKey }: ModelServerOptions,
  requests: RecordedRequest[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = ''] = (request.url ?? '').split('?');
  const text = await readBody(request);
  if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
    const error = { message: 'Incorrect API key provided', type: 'invalid_request_error', code: 'invalid_api_key' };
    return sendError(response, { status: 401, body: { error } });
  }
  if (request.method === 'GET' && path.endsWith('/models')) {
    if (modelsReply !== undefined) return sendError(response, modelsReply);
    const data = models.map((id) => ({ id, object: 'model' }));
    return sendError(response, { status: 200, body: { object: 'list', data } });
  }
  if (request.method !== 'POST' || !path.endsWith('/chat/completions')) return sendError(response, { status: 404 });
  const number = requests.length;
  // Only our own client talks to this server; a test looks at what it sent.
  const body = JSON.parse(text) as ChatRequest;
  requests.push({ path: request.url ?? '', headers: request.headers, body });
  const reply = typeof script === 'function' ? script(body, number) : script[number];
  if (reply === undefined)
    return sendError(response, { status: 400, body: { error: { message: 'The script is over' } } });
  if ('status' in reply) return sendError(response, reply);
  await stream(reply, body.model, response);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendError(
  response: ServerResponse,
  { status, headers = {}, body = '' }: Exclude<ServerReply, { parts: unknown }>,
): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

async function stream(
  { parts, sliceBytes, unfinished = false }: Extract<ServerReply, { parts: unknown }>,
  model: string,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  const calls = parts.filter((part) => 'call' in part).length;
  const ends = unfinished || parts.some((part) => 'cut' in part || 'error' in part);
  const has = (key: string) => parts.some((part) => key in part);
  const finish: readonly ServerPart[] = ends || has('finish') ? [] : [{ finish: calls > 0 ? 'tool_calls' : 'stop' }];
  const usage: readonly ServerPart[] = ends || has('usage') ? [] : [{ usage: USAGE }];
  let index = 0;
  for (const part of [...parts, ...finish, ...usage]) {
    if ('wait' in part) {
      await setTimeout(part.wait);
      continue;
    }
    if ('hold' in part) {
      await part.hold.wait();
      continue;
    }
    if ('cut' in part) {
      response.destroy();
      return;
    }
    for (const data of eventsOf(part, model, index)) await write(response, `data: ${data}\n\n`, sliceBytes);
    if ('call' in part) index += 1;
  }
  if (!ends) await write(response, 'data: [DONE]\n\n', sliceBytes);
  response.end();
}

/** In slices that mind no character's bounds, when asked to. */
async function write(response: ServerResponse, text: string, sliceBytes: number | undefined): Promise<void> {
  const bytes = Buffer.from(text);
  const size = sliceBytes ?? bytes.length;
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size));
    // A turn of the loop, so that the next bytes go in a packet of their own.
    await setImmediate();
  }
}

function eventsOf(
  part: Exclude<ServerPart, { hold: Hold } | { wait: number } | { cut: true }>,
  model: string,
  index: number,
): readonly string[] {
  const chunk = (choices: readonly object[], more: object = {}) =>
    JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices, ...more });
  const delta = (value: object) => chunk([{ index: 0, delta: value, finish_reason: null }]);
  if ('text' in part) return [delta({ content: part.text })];
  if ('reasoning' in part) return [delta({ reasoning_content: part.reasoning })];
  if ('finish' in part) return [chunk([{ index: 0, delta: {}, finish_reason: part.finish }])];
  if ('usage' in part) return Object.keys(part.usage).length === 0 ? [] : [chunk([], { usage: part.usage })];
  if ('data' in part) return [part.data];
  if ('error' in part) return [JSON.stringify({ error: part.error })];
  const { id, name, arguments: text, pieces = 1 } = part.call;
  const size = Math.max(1, Math.ceil(text.length / pieces));
  const slices = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
  const first = delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
  return [first, ...slices.map((slice) => delta({ tool_calls: [{ index, function: { arguments: slice } }] }))];
}
