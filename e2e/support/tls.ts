import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'tls');

/** The certificate of an authority that no machine trusts by itself. */
export const TEST_CA_FILE = join(FOLDER, 'ca.pem');

/** What a server shows that this authority vouches for: on loopback, and as `models.example` and the makers of models. */
export function testCertificate(): { readonly cert: string; readonly key: string } {
  return {
    cert: readFileSync(join(FOLDER, 'server.pem'), 'utf8'),
    key: readFileSync(join(FOLDER, 'server-key.pem'), 'utf8'),
  };
}
