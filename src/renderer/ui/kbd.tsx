/** Keys, written as `keysText` gives them. */
export function Kbd({ children }: { readonly children: string }) {
  return (
    <kbd className="rounded border border-line-strong bg-side px-1 font-sans text-xs whitespace-nowrap text-soft">
      {children}
    </kbd>
  );
}
