import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../contract-tests/report.ts'
import { foreignDocument } from '../codegen/foreign-document.ts'
import type { Release } from './build.ts'
import type { Place } from './installed.ts'

const header = ['`npm run generate` from spec/', '`onedoor sdk`'] as const

/** Each client of the repository, with a file that has all of its methods. */
const clients = [
  { language: 'typescript', folder: 'generated/client', file: 'index.d.ts' },
  { language: 'python', folder: 'generated/clients/python', file: 'onedoor/families.py' },
  { language: 'go', folder: 'generated/clients/go', file: 'methods.go' },
]

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
  for (const { language, folder, file } of clients) {
    await report.check(`onedoor sdk writes the ${language} client`, async () => {
      await place.run('npx', sdk(own, language, language))
      const expected = (await readFile(join(root, folder, file), 'utf8')).replace(...header)
      if ((await readFile(join(place.folder, language, file), 'utf8')) === expected) return
      throw new Error(`${file} is not the one in ${folder}.`)
    })
  }
  await report.check('onedoor sdk writes a Go client of another API that compiles', async () => {
    await writeFile(join(place.folder, 'shop.json'), JSON.stringify(foreignDocument))
    await place.run('npx', sdk('shop.json', 'go', 'shop'))
    await place.run('go', ['-C', 'shop', 'vet', './...'])
  })
}
