import type { ReactNode } from 'react';

/** Fields of a long form that belong together, under a heading of their own. */
export function FormPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-3 border-t pt-2">
      <legend className="float-left w-full font-medium">{title}</legend>
      {children}
    </fieldset>
  );
}
