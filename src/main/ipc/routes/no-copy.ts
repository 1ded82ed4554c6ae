import { fail, type Result } from '../../../shared/lib/result.ts';

/** The answer to a run that is to work on a copy of a folder, and not to be saved. */
export function noCopy(): Result<never> {
  return fail(
    'copy_not_saved',
    'What a run changes in a copy of a folder is kept on the disk, and this run is not to be saved',
    'Work in the folder itself, or save the run',
  );
}
