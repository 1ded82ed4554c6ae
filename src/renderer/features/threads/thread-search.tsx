import { Search, X } from 'lucide-react';

type ThreadSearchProps = { readonly value: string; readonly onValueChange: (value: string) => void };

export function ThreadSearch({ value, onValueChange }: ThreadSearchProps) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-1.5 left-2 size-4 text-faint" />
      <input
        type="text"
        role="searchbox"
        data-thread-search
        aria-label="Search threads"
        placeholder="Search threads"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (value === '') event.currentTarget.blur();
          else onValueChange('');
        }}
        className="h-7 w-full rounded-md border border-line-strong bg-raised text-ellipsis pr-6 pl-7 text-base hover:border-line-control focus-visible:border-accent focus-visible:outline-1 focus-visible:-outline-offset-1"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          className="absolute top-1 right-1 flex size-5 items-center justify-center rounded text-faint hover:text-text"
          onClick={() => onValueChange('')}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
