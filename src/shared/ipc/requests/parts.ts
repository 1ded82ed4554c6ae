import { z } from 'zod';
import { Attachment, MAX_ATTACHMENTS } from '../../thread/attachment.ts';

/** Carries an answer's type beside the schema of its request; there is no value behind it. */
export type Route<In extends z.ZodType, Out> = { readonly input: In; readonly answer?: Out };

export function route<Out>() {
  return <In extends z.ZodType>(input: In): Route<In, Out> => ({ input });
}

export const Id = z.string().min(1).max(100, 'Nothing here has an id of more than 100 characters');
export const PageSize = z.int().min(1).max(500);
export const MessageText = z.string().trim().min(1, 'Write what the agent should do').max(1_000_000);
export const Attachments = z.array(Attachment).max(MAX_ATTACHMENTS, `At most ${MAX_ATTACHMENTS} files can go along`);
export const Nothing = z.object({});
export const Folder = z.string().trim().min(1).max(4096);
export const FilePath = z.string().min(1).max(4096);
/** `false`: what it is for is kept in memory alone, until it is saved or Runlight closes. */
export const SaveHistory = z.boolean().default(true);
