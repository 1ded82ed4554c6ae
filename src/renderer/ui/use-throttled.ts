import { useEffect, useState } from 'react';

/** The newest value, taken over no more often than every `everyMs`. */
export function useThrottled<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState({ value, at: 0 });
  useEffect(() => {
    if (shown.value === value) return undefined;
    const timer = setTimeout(() => setShown({ value, at: Date.now() }), shown.at + everyMs - Date.now());
    return () => clearTimeout(timer);
  }, [value, shown, everyMs]);
  return shown.value;
}
