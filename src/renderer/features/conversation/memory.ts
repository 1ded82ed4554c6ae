import { createContext, useContext, useState } from 'react';

/** What the person opened, by row: rows that scroll out of sight are taken down, and come back as they were. */
export const RowMemory = createContext<Map<string, boolean>>(new Map());

export function useRemembered(key: string, initial: boolean): readonly [boolean, (value: boolean) => void] {
  const memory = useContext(RowMemory);
  const [value, setValue] = useState(() => memory.get(key) ?? initial);
  return [
    value,
    (next) => {
      memory.set(key, next);
      setValue(next);
    },
  ];
}
