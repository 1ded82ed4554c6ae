// What every page of Runlight may do, in both hosts: run its own scripts, show its own pictures, talk to its own host.
const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  // Components set sizes and positions in style attributes.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'frame-src': "'none'",
  'object-src': "'none'",
};

/** The Content-Security-Policy; `changes` replaces the sources of single directives. */
export function contentSecurityPolicy(changes: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...POLICY, ...changes })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

/** The headers of every answer, whatever is in it. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()',
};
