import { expect, test } from 'vitest';
import { brokenStream, networkFailure } from './network-errors.ts';

const target = { kind: 'openai-compatible' as const, baseUrl: 'https://models.example/v1', modelName: 'big-1' };

function fetchError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code }) });
}

test.each([
  ['ECONNREFUSED', 'Nothing answers at models.example:443', false],
  ['ENOTFOUND', 'There is no host named models.example', false],
  ['EAI_AGAIN', 'models.example cannot be reached (EAI_AGAIN)', true],
  ['ENETUNREACH', 'models.example cannot be reached (ENETUNREACH)', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'models.example did not answer in time', true],
  ['ECONNRESET', 'models.example closed the connection before it answered', true],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'The certificate of models.example is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
    false,
  ],
  ['CERT_HAS_EXPIRED', 'The certificate of models.example is not trusted (CERT_HAS_EXPIRED)', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'models.example does not speak https (ERR_SSL_WRONG_VERSION_NUMBER)', false],
  ['ESOMETHING', 'models.example could not be asked: ESOMETHING', false],
])('%s', (code, message, retryable) => {
  expect(networkFailure(fetchError(code), target)).toMatchObject({ code: 'model_unreachable', message, retryable });
});

test('without a code, the innermost message tells', () => {
  const error = new TypeError('fetch failed', { cause: new Error('bad port') });
  expect(networkFailure(error, target).message).toBe('models.example could not be asked: bad port');
});

test('a stream that goes silent is told from one that breaks', () => {
  expect(brokenStream(fetchError('UND_ERR_BODY_TIMEOUT'), target)).toMatchObject({
    code: 'stream_cut',
    message: 'models.example stopped in the middle of its answer',
  });
  expect(brokenStream(fetchError('ECONNRESET'), target)).toMatchObject({
    code: 'stream_cut',
    message: 'The connection to models.example broke before the answer was finished',
  });
});
