import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { bridge } from '../data/bridge.ts';

let connected = true;

function subscribe(listener: () => void): () => void {
  const stop = bridge.onConnection?.((now) => {
    connected = now;
    listener();
  });
  return () => stop?.();
}

/** Says that the web host cannot be reached; what the person sees meanwhile may be old. */
export function ConnectionBanner() {
  const isConnected = useSyncExternalStore(subscribe, () => connected);
  return (
    <div role="status">
      {!isConnected && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-3 py-1 text-sm text-text">
          <WifiOff aria-hidden className="size-3.5 text-warn" />
          Reconnecting… What you see may be out of date.
        </p>
      )}
    </div>
  );
}
