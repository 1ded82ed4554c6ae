import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { testCertificate } from './tls.ts';
import { formatOf, type ContentPart, type WireFormat } from './wire-formats.ts';

/** What the server does in the course of a streamed answer, in order. */
export type ServerPart =
  | ContentPart
  /** The reason, in the format's own word; instead of the usual one. */
  | { readonly finish: string }
  /** In the format's own words, instead of the usual; an empty object: the answer ends without. */
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
  /** Speaks https, as the test authority vouches for. */
  readonly tls?: boolean;
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

/**
 * Serves a script on loopback in whatever format it is asked: chat completions, Anthropic's messages, OpenAI's responses,
 * Gemini's. Beyond the script's end every answer is an error.
 */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  let open = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    open += 1;
    response.once('close', () => (open -= 1));
    serve(options, requests, request, response).catch((error: unknown) => {
      // The reader went away, or the script is wrong: the test sees a broken answer either way.
      response.destroy(error instanceof Error ? error : undefined);
    });
  };
  const tls = options.tls === true;
  const server = tls ? createTlsServer(testCertificate(), answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/v1`,
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
  const { authorization, 'x-api-key': anthropicKey, 'x-goog-api-key': googleKey } = request.headers;
  const given = authorization?.replace(/^Bearer /, '') ?? anthropicKey ?? googleKey;
  if (apiKey !== undefined && given !== apiKey) {
    const error = { message: 'Incorrect API key provided', type: 'invalid_request_error', code: 'invalid_api_key' };
    return sendError(response, { status: 401, body: { error } });
  }
  if (request.method === 'GET' && path.endsWith('/models')) {
    if (modelsReply !== undefined) return sendError(response, modelsReply);
    const data = models.map((id) => ({ id, object: 'model' }));
    const named = models.map((id) => ({ name: `models/${id}`, supportedGenerationMethods: ['generateContent'] }));
    const body = googleKey === undefined ? { object: 'list', data, has_more: false } : { models: named };
    return sendError(response, { status: 200, body });
  }
  const format = formatOf(path);
  if (request.method !== 'POST' || format === undefined) return sendError(response, { status: 404 });
  const number = requests.length;
  // Only our own client talks to this server; a test looks at what it sent.
  const body = JSON.parse(text) as ChatRequest;
  requests.push({ path: request.url ?? '', headers: request.headers, body });
  const reply = typeof script === 'function' ? script(body, number) : script[number];
  if (reply === undefined)
    return sendError(response, { status: 400, body: { error: { message: 'The script is over' } } });
  if ('status' in reply) return sendError(response, reply);
  await stream(reply, format(body.model ?? ''), response);
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
  format: WireFormat,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  const calls = parts.some((part) => 'call' in part);
  const breaks = unfinished || parts.some((part) => 'cut' in part || 'error' in part);
  const send = async (events: readonly string[]) => {
    for (const event of events) await write(response, event, sliceBytes);
  };
  let finish: string | undefined;
  let usage: object | undefined;
  await send(format.begin());
  for (const part of parts) {
    if ('wait' in part) await setTimeout(part.wait);
    else if ('hold' in part) await part.hold.wait();
    else if ('finish' in part) finish = part.finish;
    else if ('usage' in part) usage = part.usage;
    else if ('data' in part) await write(response, `data: ${part.data}\n\n`, sliceBytes);
    else if ('cut' in part) {
      response.destroy();
      return;
    } else if ('error' in part) await send(format.error(part.error));
    else await send(format.part(part));
  }
  if (!breaks || finish !== undefined) await send(format.end({ finish, calls, usage }));
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
