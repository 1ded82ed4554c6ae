import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sameText } from '../lib/same-text.ts';

const DAY_MS = 86_400_000;
const LIFETIME_MS = 30 * DAY_MS;

/** Who may use the host: browsers that hold a cookie which it signed. Nothing is kept, so a restart forgets nobody. */
export type Sessions = {
  /** The Set-Cookie header of a new session. */
  readonly issue: () => string;
  /** Whether a request's Cookie header holds a session. */
  readonly accepts: (cookieHeader: string | undefined) => boolean;
};

export type SessionOptions = {
  readonly secret: Buffer;
  readonly home: string;
  readonly port: number;
  /** In ms since 1970. */
  readonly now: () => number;
};

/** Browsers send cookies to every port of an address, so the name tells homes and ports apart. */
export function sessions({ secret, home, port, now }: SessionOptions): Sessions {
  const name = `runlight-${createHash('sha256').update(`${home}\0${port}`).digest('hex').slice(0, 16)}`;

  function sign(text: string): string {
    return createHmac('sha256', secret).update(`${name}.${text}`).digest('base64url');
  }

  function isValid(value: string): boolean {
    const [issued = '', nonce = '', signature = ''] = value.split('.');
    if (!sameText(signature, sign(`${issued}.${nonce}`))) return false;
    const age = now() - Number.parseInt(issued, 36);
    return age >= -DAY_MS && age < LIFETIME_MS;
  }

  return {
    issue() {
      const text = `${now().toString(36)}.${randomBytes(16).toString('base64url')}`;
      const maxAge = LIFETIME_MS / 1000;
      return `${name}=${text}.${sign(text)}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`;
    },
    // Another program on this machine can add a cookie of the same name from its own port: one good one is enough.
    accepts: (header) => cookiesNamed(name, header).some(isValid),
  };
}

function cookiesNamed(name: string, header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
