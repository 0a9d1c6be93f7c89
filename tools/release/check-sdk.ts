import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../contract-tests/report.ts'
import type { Release } from './build.ts'
import type { Place } from './installed.ts'

const written = 'Written by `npm run generate` from spec/. Do not edit.'

/**
 * Writes clients with the installed command: without the package of the writers, which it must name, and with it, for which
 * the clients of the repository are the expected result.
 *
 * @param place where the server is installed
 */
export async function checkSdk(report: Report, root: string, release: Release, place: Place): Promise<void> {
  const document = join(release.folder, 'openapi.json')
  const sdk = (language: string) => ['onedoor', 'sdk', '--from', document, '--language', language, '--out', language]
  await report.check('onedoor sdk says which package it needs', async () => {
    const { code, stderr } = await place.outcome('npx', sdk('python'))
    if (code !== 1 || !stderr.includes(`npm install @onedoor/codegen@${release.version}`)) throw new Error(stderr)
  })
  await report.check('@onedoor/codegen can be installed beside the server', () =>
    place.run('npm', ['install', '--no-audit', '--no-fund', join(release.folder, release.codegen)]),
  )
  const clients = {
    typescript: ['generated/client', 'index.d.ts'],
    python: ['generated/clients/python', 'onedoor/families.py'],
  }
  for (const [language, [client = '', file = '']] of Object.entries(clients)) {
    await report.check(`onedoor sdk writes the ${language} client`, async () => {
      await place.run('npx', sdk(language))
      const expected = (await readFile(join(root, client, file), 'utf8')).replace(
        written,
        'Written by `onedoor sdk`. Do not edit.',
      )
      if ((await readFile(join(place.folder, language, file), 'utf8')) !== expected) {
        throw new Error(`${file} is not the one in ${client}.`)
      }
    })
  }
}
