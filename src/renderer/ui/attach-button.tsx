import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './icon-button.tsx';

/** Opens the system's dialog for files. */
export function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach files" icon={<Paperclip />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Files to attach"
        className="hidden"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
    </>
  );
}
