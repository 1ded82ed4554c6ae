import { Button } from '../../ui/button.tsx';

type FolderBusyActionsProps = {
  readonly disabled: boolean;
  readonly onCopy: () => void;
  readonly onForce: () => void;
};

/** What can be done where another run works in the folder. */
export function FolderBusyActions({ disabled, onCopy, onForce }: FolderBusyActionsProps) {
  return (
    <span className="flex shrink-0 flex-col items-stretch gap-1">
      <Button disabled={disabled} onClick={onCopy}>
        Work on a copy
      </Button>
      <Button variant="ghost" disabled={disabled} onClick={onForce}>
        Start anyway
      </Button>
    </span>
  );
}
