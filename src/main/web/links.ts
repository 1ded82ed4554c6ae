import { randomBytes } from 'node:crypto';
import { sameText } from '../lib/same-text.ts';

/** Tokens that let one browser in, each once. At any time exactly one is waiting to be used. */
export type Links = {
  /** The token that is waiting. */
  readonly token: () => string;
  /** Whether `token` was the one that waited. It is not any more. */
  readonly redeem: (token: string) => boolean;
};

export function links(): Links {
  let waiting = freshToken();
  return {
    token: () => waiting,
    redeem(token) {
      if (!sameText(token, waiting)) return false;
      waiting = freshToken();
      return true;
    },
  };
}

function freshToken(): string {
  return randomBytes(32).toString('hex');
}
