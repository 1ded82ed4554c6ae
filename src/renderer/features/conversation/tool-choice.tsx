type ToolChoiceProps = {
  readonly tools: readonly string[];
  readonly without: readonly string[];
  readonly onChange: (without: readonly string[]) => void;
};

/** Which of its tools an agent goes on with. */
export function ToolChoice({ tools, without, onChange }: ToolChoiceProps) {
  if (tools.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 text-sm font-medium text-soft">Tools that it has</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {tools.map((name) => (
          <label key={name} className="flex min-w-0 items-center gap-1.5">
            <input
              type="checkbox"
              className="accent-(--accent)"
              checked={!without.includes(name)}
              onChange={({ target }) => {
                const others = without.filter((tool) => tool !== name);
                onChange(target.checked ? others : [...others, name]);
              }}
            />
            <span className="truncate font-mono text-sm">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
