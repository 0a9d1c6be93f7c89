import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Content hashes by path below a folder, with `/` between its parts. */
export type Snapshot = ReadonlyMap<string, string>

/** @returns the files below `folder`; empty when there is no such folder */
export function snapshot(folder: string): Snapshot {
  const files = new Map<string, string>()
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) walk(path)
      else
        files.set(
          path,
          createHash('sha256')
            .update(readFileSync(join(folder, path)))
            .digest('hex'),
        )
    }
  }
  try {
    walk('')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return files
}

/** @returns the paths that are in only one of the two or differ; sorted */
export function changedPaths(before: Snapshot, after: Snapshot): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort()
}

function git(root: string, args: readonly string[]): string {
  // Without safe.directory git refuses a checkout that belongs to another user, as in many containers.
  return execFileSync('git', ['-c', `safe.directory=${root}`, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** Whether `root` is the top of a git work tree with at least one commit: a release archive is not. */
export function hasHistory(root: string): boolean {
  try {
    const top = git(root, ['rev-parse', '--show-toplevel']).trim()
    git(root, ['rev-parse', '--verify', '--quiet', 'HEAD'])
    return realpathSync(top) === realpathSync(root)
  } catch {
    return false
  }
}

/**
 * @param root the top of a git work tree
 * @param folder a folder of it
 * @returns the files of `folder` that differ from what is committed or staged, or are untracked; sorted
 */
export function uncommittedPaths(root: string, folder: string): string[] {
  const changed = git(root, ['diff', '--no-ext-diff', '--name-only', '-z', '--', folder])
  const untracked = git(root, ['ls-files', '--others', '--exclude-standard', '-z', '--', folder])
  return [...new Set(`${changed}${untracked}`.split('\0'))].filter((path) => path !== '').sort()
}

/**
 * @param root the project's folder
 * @returns the files that differ from the last commit, and those that this branch changes of the one it is pushed to, or
 *   without one, of the last commit; sorted; empty without history
 */
export function changedSinceShared(root: string): string[] {
  if (!hasHistory(root)) return []
  const names = (...args: string[]) => git(root, [...args, '-z']).split('\0')
  const sinceCommit = (commit: string) => names('diff', '--no-ext-diff', '--name-only', commit)
  const untracked = names('ls-files', '--others', '--exclude-standard')
  for (const shared of ['@{upstream}...', 'HEAD~1', 'HEAD']) {
    try {
      const paths = [...sinceCommit(shared), ...sinceCommit('HEAD'), ...untracked]
      return [...new Set(paths)].filter((path) => path !== '').sort()
    } catch {
      // A branch that is not pushed, or the first commit.
    }
  }
  return []
}

/** The message for generated files that differ from what the spec generates; empty without drift. */
export function driftMessage(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const files = paths.map((path) => `  ${path}`).join('\n')
  return `Not up to date with the spec, or not committed:\n${files}\nRun \`npm run generate\` and commit generated/.`
}
