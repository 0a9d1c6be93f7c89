import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Report } from '../../contract-tests/report.ts'
import { foreignDocument } from '../codegen/foreign-document.ts'
import type { Release } from './build.ts'
import type { Place } from './installed.ts'

const header = ['`npm run generate` from spec/', '`onedoor sdk`'] as const

/** Each client of the repository. */
const clients = [
  { language: 'typescript', folder: 'generated/client' },
  { language: 'python', folder: 'generated/clients/python' },
  { language: 'go', folder: 'generated/clients/go' },
]

/** The files below a folder, by path in it. */
async function filesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return new Map(files.map((file, index) => [relative(folder, file), texts[index] ?? '']))
}

/**
 * Compares a client of the repository with one that `onedoor sdk` wrote from the same document.
 *
 * @returns paths of files that differ, or that only one of the two has, sorted
 */
export async function differingFiles(expected: string, written: string): Promise<string[]> {
  const [own, other] = await Promise.all([expected, written].map(filesBelow))
  const paths = new Set([...(own?.keys() ?? []), ...(other?.keys() ?? [])])
  return [...paths].filter((path) => own?.get(path)?.replace(...header) !== other?.get(path)).sort()
}

/**
 * Writes clients with the installed command: without the package of the writers, which it must name, and with it. The clients
 * of the repository are the expected result.
 *
 * @param place where the server is installed
 */
export async function checkSdk(report: Report, root: string, release: Release, place: Place): Promise<void> {
  const sdk = (document: string, language: string, out: string) => [
    'onedoor',
    'sdk',
    '--from',
    document,
    '--language',
    language,
    '--out',
    out,
  ]
  const own = join(release.folder, 'openapi.json')
  await report.check('onedoor sdk says which package it needs', async () => {
    const { code, stderr } = await place.outcome('npx', sdk(own, 'python', 'python'))
    if (code !== 1 || !stderr.includes(`npm install @onedoor/codegen@${release.version}`)) throw new Error(stderr)
  })
  await place.run('npm', ['install', '--no-audit', '--no-fund', join(release.folder, release.codegen)])
  for (const { language, folder } of clients) {
    await report.check(`onedoor sdk writes the ${language} client`, async () => {
      await place.run('npx', sdk(own, language, language))
      const differing = await differingFiles(join(root, folder), join(place.folder, language))
      if (differing.length > 0) throw new Error(`These are not as in ${folder}: ${differing.join(', ')}.`)
    })
  }
  await report.check('onedoor sdk writes a Go client of another API that compiles', async () => {
    await writeFile(join(place.folder, 'shop.json'), JSON.stringify(foreignDocument))
    await place.run('npx', sdk('shop.json', 'go', 'shop'))
    await place.run('go', ['-C', 'shop', 'vet', './...'])
  })
}
