import { FileText, Image, X } from 'lucide-react';
import { isImage, type Attachment } from '../../shared/thread/attachment.ts';
import { useAnswer } from '../data/queries.ts';
import { formatBytes } from './format.ts';
import { IconButton } from './icon-button.tsx';

type AttachmentListProps = {
  readonly files: readonly Attachment[];
  /** Absent: they have been sent. */
  readonly onRemove?: (id: string) => void;
};

/** What goes along with a message: pictures as pictures, other files by their names. */
export function AttachmentList({ files, onRemove }: AttachmentListProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-1.5">
      {files.map((file) => (
        <li
          key={file.id}
          className="flex max-w-64 items-center gap-1.5 rounded-md border bg-raised py-1 pr-1.5 pl-1.5 text-sm"
        >
          {isImage(file.mediaType) ? <Thumbnail file={file} /> : <FileText aria-hidden className="size-4 text-faint" />}
          <span className="min-w-0 truncate">
            <bdi>{file.name}</bdi>
          </span>
          <span className="shrink-0 text-faint">{formatBytes(file.bytes)}</span>
          {onRemove !== undefined && (
            <IconButton size="sm" label={`Remove ${file.name}`} icon={<X />} onClick={() => onRemove(file.id)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ file }: { readonly file: Attachment }) {
  const { data } = useAnswer('attachment.get', { id: file.id }, { staleTime: Number.POSITIVE_INFINITY });
  if (data === undefined) return <Image aria-hidden className="size-4 text-faint" />;
  return <img alt="" src={`data:${file.mediaType};base64,${data.data}`} className="max-h-12 max-w-16 rounded-sm" />;
}
