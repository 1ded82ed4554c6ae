import { z } from 'zod';

/** A file that goes along with a message. Its bytes are kept once, under the hash of them. */
export const Attachment = z.object({
  /** SHA-256 of its bytes, in hexadecimal. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(255),
  /** Such as `image/png`. */
  mediaType: z.string().min(1).max(200),
  bytes: z.int().min(0),
});
export type Attachment = z.output<typeof Attachment>;

export const MAX_ATTACHMENTS = 20;
export const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024;

/** What models can look at as a picture. */
export function isImage(mediaType: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(mediaType);
}

const TEXT_TYPES =
  /^(text\/.+|application\/(json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|x-ndjson).*|.+\+(json|xml))$/;

/** What goes to models as text. */
export function isText(mediaType: string): boolean {
  return TEXT_TYPES.test(mediaType);
}
