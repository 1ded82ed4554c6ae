/** A piece of an answer, whatever the format. */
export type ContentPart =
  | { readonly text: string }
  /** `signature`: what the provider wants back with it: a signature, or the reasoning encrypted. */
  | { readonly reasoning: string; readonly signature?: string }
  /** Calls are numbered in their order. */
  | { readonly call: ServerCall };

export type ServerCall = {
  readonly id: string;
  readonly name: string;
  /** As the model writes them, which may be no JSON. */
  readonly arguments: string;
  /** In how many the arguments come, where the format can cut them. */
  readonly pieces?: number;
  readonly signature?: string;
};

export type Ending = {
  readonly finish: string | undefined;
  readonly calls: boolean;
  readonly usage: object | undefined;
};

/** One answer as the events of a stream, each whole as it is sent. Mutable inside: it knows what is open. */
export type WireFormat = {
  readonly begin: () => readonly string[];
  readonly part: (part: ContentPart) => readonly string[];
  readonly error: (error: object | string) => readonly string[];
  readonly end: (ending: Ending) => readonly string[];
};

/** The format that a path is asked in. */
export function formatOf(path: string): ((model: string) => WireFormat) | undefined {
  if (path.endsWith('/chat/completions')) return chatCompletions;
  if (path.endsWith('/messages')) return anthropicMessages;
  if (path.endsWith('/responses')) return openAiResponses;
  return path.endsWith(':streamGenerateContent') ? gemini : undefined;
}

function sse(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Anthropic and OpenAI name each event as its data does. */
function namedSse(data: { readonly type: string; readonly [key: string]: unknown }): string {
  return `event: ${data.type}\n${sse(data)}`;
}

function slices({ arguments: text, pieces = 1 }: ServerCall): readonly string[] {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

function usageOf(given: object | undefined, usual: object): object | undefined {
  return given !== undefined && Object.keys(given).length === 0 ? undefined : (given ?? usual);
}

function chatCompletions(model: string): WireFormat {
  let index = 0;
  const chunk = (choices: readonly object[], more: object = {}) =>
    sse({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model, choices, ...more });
  const delta = (value: object) => chunk([{ index: 0, delta: value, finish_reason: null }]);
  return {
    begin: () => [],
    part(part) {
      if ('text' in part) return [delta({ content: part.text })];
      if ('reasoning' in part) return [delta({ reasoning_content: part.reasoning })];
      const { id, name } = part.call;
      const at = index;
      index += 1;
      const first = delta({ tool_calls: [{ index: at, id, type: 'function', function: { name, arguments: '' } }] });
      return [
        first,
        ...slices(part.call).map((slice) => delta({ tool_calls: [{ index: at, function: { arguments: slice } }] })),
      ];
    },
    error: (error) => [sse({ error })],
    end({ finish, calls, usage }) {
      const counted = usageOf(usage, { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 });
      return [
        chunk([{ index: 0, delta: {}, finish_reason: finish ?? (calls ? 'tool_calls' : 'stop') }]),
        ...(counted === undefined ? [] : [chunk([], { usage: counted })]),
        'data: [DONE]\n\n',
      ];
    },
  };
}

function anthropicMessages(model: string): WireFormat {
  let index = -1;
  const block = (content_block: object, deltas: readonly object[]) => {
    index += 1;
    return [
      namedSse({ type: 'content_block_start', index, content_block }),
      ...deltas.map((delta) => namedSse({ type: 'content_block_delta', index, delta })),
      namedSse({ type: 'content_block_stop', index }),
    ];
  };
  return {
    begin: () => [
      namedSse({
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model,
          content: [],
          usage: { input_tokens: 0, output_tokens: 0 },
        },
      }),
      namedSse({ type: 'ping' }),
    ],
    part(part) {
      if ('text' in part) return block({ type: 'text', text: '' }, [{ type: 'text_delta', text: part.text }]);
      if ('reasoning' in part) {
        const { reasoning: thinking, signature } = part;
        const signed = signature === undefined ? [] : [{ type: 'signature_delta', signature }];
        return block({ type: 'thinking', thinking: '', signature: '' }, [
          { type: 'thinking_delta', thinking },
          ...signed,
        ]);
      }
      const { id, name } = part.call;
      const deltas = slices(part.call).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
      return block({ type: 'tool_use', id, name, input: {} }, deltas);
    },
    error: (error) => [namedSse({ type: 'error', error })],
    end({ finish, calls, usage }) {
      const counted = usageOf(usage, { input_tokens: 100, output_tokens: 10 });
      return [
        namedSse({
          type: 'message_delta',
          delta: { stop_reason: finish ?? (calls ? 'tool_use' : 'end_turn'), stop_sequence: null },
          usage: counted ?? { output_tokens: 0 },
        }),
        namedSse({ type: 'message_stop' }),
      ];
    },
  };
}

function openAiResponses(model: string): WireFormat {
  let output_index = -1;
  const event = (type: string, more: object) => namedSse({ type, ...more });
  return {
    begin: () => [event('response.created', { response: { id: 'resp_1', object: 'response', created_at: 1, model } })],
    part(part) {
      output_index += 1;
      const at = { output_index };
      if ('text' in part) {
        const item = { id: `msg_${output_index}`, type: 'message', role: 'assistant', content: [] };
        return [
          event('response.output_item.added', { ...at, item }),
          event('response.output_text.delta', { ...at, item_id: item.id, content_index: 0, delta: part.text }),
          event('response.output_item.done', {
            ...at,
            item: { ...item, content: [{ type: 'output_text', text: part.text, annotations: [] }] },
          }),
        ];
      }
      if ('reasoning' in part) {
        const item = { id: `rs_${output_index}`, type: 'reasoning', summary: [], encrypted_content: null };
        const of = { ...at, item_id: item.id, summary_index: 0 };
        const summary = [{ type: 'summary_text', text: part.reasoning }];
        return [
          event('response.output_item.added', { ...at, item }),
          event('response.reasoning_summary_part.added', { ...of, part: { type: 'summary_text', text: '' } }),
          event('response.reasoning_summary_text.delta', { ...of, delta: part.reasoning }),
          event('response.reasoning_summary_part.done', { ...of, part: summary[0] }),
          event('response.output_item.done', {
            ...at,
            item: { ...item, summary, encrypted_content: part.signature ?? null },
          }),
        ];
      }
      const { id: call_id, name, arguments: text } = part.call;
      const item = {
        id: `fc_${output_index}`,
        type: 'function_call',
        call_id,
        name,
        arguments: '',
        status: 'in_progress',
      };
      const deltas = slices(part.call).map((delta) =>
        event('response.function_call_arguments.delta', { ...at, item_id: item.id, delta }),
      );
      const done = { ...item, arguments: text, status: 'completed' };
      return [
        event('response.output_item.added', { ...at, item }),
        ...deltas,
        event('response.output_item.done', { ...at, item: done }),
      ];
    },
    error: (error) => [
      event('error', { sequence_number: 1, ...(typeof error === 'string' ? { message: error } : { error }) }),
    ],
    end({ finish, usage }) {
      const counted = usageOf(usage, { input_tokens: 100, output_tokens: 10, total_tokens: 110 });
      const incomplete = finish === undefined ? null : { reason: finish };
      const type = finish === undefined ? 'response.completed' : 'response.incomplete';
      return [event(type, { response: { id: 'resp_1', incomplete_details: incomplete, usage: counted ?? null } })];
    },
  };
}

function gemini(): WireFormat {
  const candidate = (parts: readonly object[], more: object = {}, beside: object = {}) =>
    sse({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], ...beside });
  return {
    begin: () => [],
    part(part) {
      if ('text' in part) return [candidate([{ text: part.text }])];
      if ('reasoning' in part) {
        const { reasoning: text, signature: thoughtSignature } = part;
        return [candidate([{ text, thought: true, ...(thoughtSignature === undefined ? {} : { thoughtSignature }) }])];
      }
      const { id, name, arguments: text, signature: thoughtSignature } = part.call;
      const signed = thoughtSignature === undefined ? {} : { thoughtSignature };
      return [candidate([{ functionCall: { id, name, args: JSON.parse(text) as object }, ...signed }])];
    },
    error: (error) => [sse({ error })],
    end({ finish, usage }) {
      const usageMetadata = usageOf(usage, { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 });
      return [candidate([], { finishReason: finish ?? 'STOP' }, usageMetadata === undefined ? {} : { usageMetadata })];
    },
  };
}
