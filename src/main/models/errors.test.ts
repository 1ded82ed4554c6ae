import { expect, test } from 'vitest';
import { httpFailure, type ErrorAnswer } from './errors.ts';

const target = {
  kind: 'openai-compatible' as const,
  baseUrl: 'https://models.example/v1',
  apiKey: 'sk-live-1234567890',
  modelName: 'big-1',
};

function failure(status: number, body: object | string, headers: ErrorAnswer['headers'] = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return httpFailure({ status, headers, body: text }, target, 0);
}

test.each(['[', '{"error":', '{"detail":', '{"response":'])(
  'an error nested in %s without end says nothing',
  (open) => {
    const close = open === '[' ? ']' : '}';
    const error = failure(400, `${open.repeat(50_000)}1${close.repeat(50_000)}`);
    expect(error).toMatchObject({ code: 'model_bad_request' });
  },
);

test.each<[number, object | string, string]>([
  // OpenAI
  [401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }, 'model_auth'],
  [403, { error: { message: 'Country, region, or territory not supported' } }, 'model_auth'],
  [403, { error: { message: 'Project does not have access to model', code: 'model_not_found' } }, 'model_not_found'],
  [404, { error: { message: 'The model `big-1` does not exist', code: 'model_not_found' } }, 'model_not_found'],
  [
    400,
    { error: { message: "This model's maximum context length is 8192 tokens", code: 'context_length_exceeded' } },
    'context_too_long',
  ],
  [429, { error: { message: 'Rate limit reached', type: 'tokens', code: 'rate_limit_exceeded' } }, 'rate_limited'],
  [429, { error: { message: 'You exceeded your current quota', type: 'insufficient_quota' } }, 'insufficient_quota'],
  [400, { error: { message: 'Invalid value for temperature', type: 'invalid_request_error' } }, 'model_bad_request'],
  // Azure
  [
    400,
    { error: { message: 'The response was filtered due to content management policy', code: 'content_filter' } },
    'model_refused',
  ],
  // OpenRouter
  [400, { error: { message: 'foo/bar is not a valid model ID', code: 400 } }, 'model_not_found'],
  [402, { error: { message: 'This request requires more credits', code: 402 } }, 'insufficient_quota'],
  [403, { error: { message: 'Your input was flagged', code: 403 } }, 'model_refused'],
  // Gemini, wrapped in an array: its limits pass, whatever words they use
  [
    429,
    [
      {
        error: {
          code: 429,
          message: 'You exceeded your current quota. Please retry in 22.5s.',
          status: 'RESOURCE_EXHAUSTED',
        },
      },
    ],
    'rate_limited',
  ],
  [
    400,
    [{ error: { code: 400, message: 'The input token count (9) exceeds the maximum number of tokens allowed (8)' } }],
    'context_too_long',
  ],
  // Groq says a limit with 413, others that the request is too long
  [413, { error: { message: 'Request too large on tokens per minute', code: 'rate_limit_exceeded' } }, 'rate_limited'],
  [413, '<html><h1>413 Request Entity Too Large</h1></html>', 'context_too_long'],
  // vLLM, llama.cpp, Ollama, LM Studio, TGI
  [
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
    'context_too_long',
  ],
  [
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
      },
    },
    'context_too_long',
  ],
  [503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }, 'model_overloaded'],
  [404, { error: { message: 'model "big-1" not found, try pulling it first', type: 'api_error' } }, 'model_not_found'],
  [
    400,
    {
      error:
        'Trying to keep the first 5000 tokens when context the overflows. The model is loaded with context length of only 4096',
    },
    'context_too_long',
  ],
  [
    422,
    { error: '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000', error_type: 'validation' },
    'context_too_long',
  ],
  // Anthropic, DeepSeek, Mistral, FastAPI
  [
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
    'context_too_long',
  ],
  [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'model_overloaded'],
  [400, { error: { message: 'Model Not Exist', type: 'invalid_request_error' } }, 'model_not_found'],
  [402, { error: { message: 'Insufficient Balance' } }, 'insufficient_quota'],
  [400, { object: 'error', message: 'Invalid model: big-1', type: 'invalid_model', code: '1500' }, 'model_not_found'],
  [
    422,
    { detail: [{ loc: ['body', 'tools'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
    'model_bad_request',
  ],
  // Proxies
  [502, '<html><h1>502 Bad Gateway</h1></html>', 'model_overloaded'],
  [404, '<html><h1>404 Not Found</h1></html>', 'model_not_found'],
  [408, '', 'model_overloaded'],
])('%i %j is %s', (status, body, code) => {
  const retryable = code === 'rate_limited' || code === 'model_overloaded';
  expect(failure(status, body)).toMatchObject({ code, retryable });
});

test('says what happened, what the server said, and what to do', () => {
  expect(failure(404, { error: { message: 'No such thing' } })).toEqual({
    code: 'model_not_found',
    message: 'models.example has no model named big-1: No such thing',
    hint: 'Choose another model, or check the address in Settings → Providers & keys: most end with /v1',
    retryable: false,
  });
  expect(failure(422, { detail: [{ msg: 'Extra inputs are not permitted' }] })).toMatchObject({
    message: 'models.example refused the request (status 422): Extra inputs are not permitted',
  });
  expect(failure(502, '<html></html>')).toMatchObject({ message: 'models.example could not answer (status 502)' });
});

test('never repeats a key, and bounds what it repeats', () => {
  const said = (message: string) => failure(401, { error: { message } }).message;
  expect(said('Bad key sk-live-1234567890')).toBe('The key for models.example was refused: Bad key [key]');
  expect(said('Bad key sk-proj-abc***********xyz1')).toBe('The key for models.example was refused: Bad key [key]');
  expect(said(`a\n\n${'b'.repeat(1000)}`)).toBe(`The key for models.example was refused: a ${'b'.repeat(298)}…`);
});

test('tells how long to wait', () => {
  expect(failure(429, '', { 'retry-after': '7' })).toMatchObject({ code: 'rate_limited', retryAfterMs: 7000 });
  expect(failure(503, '', { 'retry-after': '7' })).toMatchObject({ code: 'model_overloaded', retryAfterMs: 7000 });
  expect(failure(429, '')).not.toHaveProperty('retryAfterMs');
});
