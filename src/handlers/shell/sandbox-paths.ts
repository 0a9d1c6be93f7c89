import { posix } from 'node:path'
import { invalidArgument } from '#runtime/base/errors.ts'

const root = '/work'

/**
 * A path in a sandbox, made absolute. Links are not followed: those can only lead to what the sandbox has.
 *
 * @param path relative to `/work`, or absolute under it
 * @throws ApiError invalid_argument naming the argument
 */
export function absoluteIn(argument: string, path: string): string {
  const absolute = posix.resolve(root, path)
  if (absolute === root || absolute.startsWith(`${root}/`)) return absolute
  throw invalidArgument(argument, 'must be under /work')
}

/** The path of a file: never `/work` itself. Throws as `absoluteIn` does. */
export function fileIn(argument: string, path: string): string {
  const absolute = absoluteIn(argument, path)
  const isFile = absolute !== root && !/(^|\/)\.{0,2}$/.test(path)
  if (isFile) return absolute
  throw invalidArgument(argument, 'must name a file, not a directory')
}
