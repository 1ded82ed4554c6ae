import { useState, type ClipboardEvent, type DragEvent } from 'react';

export type FileDrop = {
  /** Whether files hang over the element right now. */
  readonly over: boolean;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
    readonly onPaste: (event: ClipboardEvent) => void;
  };
};

/** Takes files that are dropped on an element or pasted into it. Text goes its usual way. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): FileDrop {
  const [over, setOver] = useState(false);
  return {
    over,
    handlers: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event) {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
      },
      onDrop(event) {
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      },
      onPaste(event) {
        const { files: given, types } = event.clipboardData;
        const files = [...given];
        // Cells and paragraphs bring a picture of themselves along.
        const isText = types.includes('text/html') && types.includes('text/plain');
        if (files.length === 0 || isText) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}
