/**
 * What stands in for a part of Electron: whatever is read of it and not there throws, so that no code of ours runs here
 * against something that Electron would answer differently.
 */
export function strict<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, property, receiver) {
      if (typeof property === 'symbol' || property === 'then' || property === 'toJSON' || property in target) {
        return Reflect.get(target, property, receiver) as unknown;
      }
      throw new Error(`The stand-in for Electron has no ${name}.${property}`);
    },
  });
}

/** Throws for a key of `given` that the stand-in does not know. */
export function onlyKnown(name: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`The stand-in for Electron has no ${name} ${unknown.join(', ')}`);
}

/** An Electron event that listeners may prevent. */
export function preventable<T extends object>(details: T): T & { preventDefault(): void; defaultPrevented: boolean } {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
