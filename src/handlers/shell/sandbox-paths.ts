import { posix } from 'node:path'
import { invalidArgument } from '#runtime/base/errors.ts'

const root = '/work'

/**
 * Makes a path in a sandbox absolute. Links are not followed: they cannot lead out of the sandbox.
 *
 * @param path relative to `/work`, or absolute under it
 * @throws ApiError invalid_argument naming the argument
 */
export function absoluteIn(argument: string, path: string): string {
  const absolute = posix.resolve(root, path)
  if (absolute === root || absolute.startsWith(`${root}/`)) return absolute
  throw invalidArgument(argument, 'must be under /work')
}

/** The same for the path of a file, which is never `/work` itself. */
export function fileIn(argument: string, path: string): string {
  const absolute = absoluteIn(argument, path)
  const isFile = absolute !== root && !/(^|\/)\.{0,2}$/.test(path)
  if (isFile) return absolute
  throw invalidArgument(argument, 'must name a file, not a directory')
}
