import { isRecord } from './json.ts';

/** What went wrong, as it travels between processes and reaches the person: what happened, and what to do about it. */
export type Failure = {
  /** Stable, for programs: `home_in_use`, `model_auth`, … */
  readonly code: string;
  /** One clear sentence. */
  readonly message: string;
  /** What the person can do next. */
  readonly hint?: string;
};

export function isFailure(value: unknown): value is Failure {
  return isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string';
}

export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail(code: string, message: string, hint?: string): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: hint === undefined ? { code, message } : { code, message, hint } };
}
