import { Button } from './button.tsx';

/** Says that what is in a form was written before it was opened. */
export function KeptNote({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <p className="flex items-baseline justify-between gap-2 text-sm text-soft">
      This is what you wrote before, and did not save.
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Begin again
      </Button>
    </p>
  );
}
