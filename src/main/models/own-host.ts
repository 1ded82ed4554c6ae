import { baseUrlOf, OWN_BASE_URL, type NativeKind } from '../../shared/models/provider-kind.ts';

/** Whether an address is the provider's own, on whatever path. */
export function isOwnHost(kind: NativeKind, baseUrl: string): boolean {
  return URL.parse(baseUrlOf(kind, baseUrl))?.origin === URL.parse(OWN_BASE_URL[kind])?.origin;
}
