/** By what servers' errors are told apart: codes in lower case, and words where the codes say nothing. */

export const QUOTA_CODES = [
  'insufficient_quota',
  'insufficient_balance',
  'billing_hard_limit_reached',
  'billing_not_active',
  'billing_error',
];
export const QUOTA_WORDS =
  /insufficient (?:balance|credits?|quota|funds)|credit balance is too low|exceeded your current quota/i;
export const AUTH_CODES = ['invalid_api_key', 'authentication_error', 'invalid_authentication', 'unauthenticated'];
/** Google answers a wrong key with status 400. */
export const AUTH_WORDS = /api[ _]key (?:not valid|not found|expired|is invalid|_?invalid)|API_KEY_INVALID/i;
export const FILTER_CODES = ['content_filter', 'content_policy_violation', 'responsibleaipolicyviolation'];
export const FILTER_WORDS = /content (?:management )?policy|content filter|moderation|was flagged/i;
export const NO_MODEL_CODES = ['model_not_found', 'model_not_available', 'modelnotfound', 'invalid_model'];
export const NO_MODEL_WORDS =
  /\bmodel\b.{0,160}(?:not found|not exist|not available)|model is not supported|not a valid model|(?:invalid|unknown|no such) model|model_not_found/i;
export const RATE_CODES = ['rate_limit_exceeded', 'rate_limit_error', 'too_many_requests', 'resource_exhausted'];
export const OVERLOAD_CODES = [
  'server_error',
  'api_error',
  'internal',
  'deadline_exceeded',
  'overloaded_error',
  'internal_server_error',
  'service_unavailable',
  'unavailable',
];
export const CONTEXT_CODES = [
  'context_length_exceeded',
  'exceed_context_size_error',
  'context_window_exceeded',
  'string_above_max_length',
];
export const CONTEXT_WORDS = new RegExp(
  [
    'maximum (?:context|prompt|model) length',
    'context (?:length|window|size|limit).{0,40}(?:exceed|overflow|only|too)',
    'exceeds?.{0,60}context',
    'context the overflows',
    'prompt is too long',
    'input is too long',
    'input length.{0,40}exceed',
    'token count.{0,60}exceeds',
    'exceeded model token limit',
    'too many (?:input )?tokens',
    'too large for model',
    'reduce the length of (?:the|your) (?:messages|prompt|input)',
    'inputs?`? tokens \\+ .{0,30}must be <=',
  ].join('|'),
  'i',
);
