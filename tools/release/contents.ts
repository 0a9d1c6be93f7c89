import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What the server reads beside its code: assets of pages, bundled data, generated documents and validators, guides. */
const serverFolders = ['src/', 'generated/', 'docs/', 'examples/apps/']

/** Code is bundled or not needed, and generated/client and generated/clients are separate packages. */
const notInServer =
  /\.(?:ts|tsx|sh|py)$|\.test\.|\/fixtures\/|^src\/testing\/|^generated\/clients?\/|^generated\/proto\/.*\.js$|^generated\/server\/response-validators/

/** Declarations for authors of apps, which the server serves. */
const servedTypes = 'generated/apps/sdk.d.ts'

/** Files of the repository that the server's package contains unchanged, besides its licence. */
export function serverFiles(files: readonly string[]): string[] {
  return files.filter(
    (file) =>
      file === servedTypes || (serverFolders.some((folder) => file.startsWith(folder)) && !notInServer.test(file)),
  )
}

const copiedFolders = /^tools\/codegen\/targets\/\w+\/(?:runtime|sandbox)\//

/** The calls of a sandbox, which our own client has. */
const sandboxDocument = 'generated/sandbox/openapi.json'

/** Files of the repository that the writers of clients read: runtimes, test kits, and the document of the sandbox. */
export function codegenFiles(files: readonly string[]): string[] {
  return files.filter(
    (file) => file === sandboxDocument || (copiedFolders.test(file) && !/\.test\.|_test\./.test(file)),
  )
}

/** The documents of the API, which a release contains as they are. */
export function documentFiles(files: readonly string[]): string[] {
  return files.filter((file) => /^generated\/(?:openapi[^/]*\.(?:json|yaml)|proto\/[\w-]+\.proto)$/.test(file))
}

/**
 * The files of the repository, in order: everything that git does not ignore.
 *
 * @param root absolute path of the repository
 */
export async function repositoryFiles(root: string): Promise<string[]> {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const { stdout } = await promisify(execFile)('git', listed, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').filter(Boolean).sort()
}

/**
 * What differs from the commit.
 *
 * @param root absolute path of the repository
 * @returns paths; none in a clean tree
 */
export async function changedFiles(root: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['status', '--porcelain'], { cwd: root })
  return stdout.split('\n').flatMap((line) => line.slice(3) || [])
}
