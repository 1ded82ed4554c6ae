import { expect, test } from 'vitest';
import { failureText, fileSystemFailure } from './failures.ts';

function refused(code: string): Error {
  return Object.assign(new Error(`${code}: refused, open '/home/ann/secret'`), { code });
}

test.each([
  ['ENOENT', 'not_found', '"a.txt" does not exist.'],
  ['EISDIR', 'is_folder', '"a.txt" is a folder, not a file.'],
  ['ENXIO', 'not_a_file', '"a.txt" is a device, pipe or socket, not a regular file.'],
  ['EACCES', 'no_permission', 'No permission to use "a.txt". Change its permissions, or use another path.'],
  ['EROFS', 'no_permission', '"a.txt" is on a read-only file system.'],
  ['ENOSPC', 'disk_full', 'No space left to write "a.txt". Free some disk space and try again.'],
  ['ENAMETOOLONG', 'bad_path', '"a.txt" is too long for a path.'],
  ['EMFILE', 'too_many_files', 'Too many files are open to use "a.txt". Try again in a moment.'],
  ['EIO', 'io_error', 'The file system refused to use "a.txt" (EIO).'],
])('%s is %s, in words that name nothing but the path as given', (code, failure, text) => {
  const { error } = fileSystemFailure(refused(code), 'a.txt');
  expect({ code: error.code, text: failureText(error) }).toEqual({ code: failure, text });
});

test('what the file system did not throw is a bug, and stays one', () => {
  const bug = new TypeError('bug');
  expect(() => fileSystemFailure(bug, 'a.txt')).toThrow(bug);
});
