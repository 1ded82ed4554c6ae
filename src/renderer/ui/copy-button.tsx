import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { showFailure } from './toast.tsx';

type CopyButtonProps = { readonly label: string; readonly text: () => string; readonly className?: string };

const SHOWN_MS = 1500;

export function CopyButton({ label, text, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      size="sm"
      label={copied ? 'Copied' : label}
      icon={copied ? <Check /> : <Copy />}
      className={className}
      onClick={() => {
        navigator.clipboard.writeText(text()).then(
          () => setCopied(true),
          () =>
            showFailure({
              code: 'clipboard',
              message: 'The text could not be copied',
              hint: 'Select it and copy it with the keyboard',
            }),
        );
      }}
    />
  );
}
