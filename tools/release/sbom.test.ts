import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sbom, sbomFaults, sbomOf } from './sbom.ts'

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`
const locked = (license: string) => ({ version: '1.0.0', license, integrity })

let text: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-sbom-'))
  const manifest = { name: 'onedoor', version: '1.2.3', license: 'MIT', dependencies: { a: '1.0.0' } }
  const packages = { '': manifest, 'node_modules/a': locked('ISC') }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const lock = { name: 'onedoor', version: '1.2.3', lockfileVersion: 3, packages }
  await writeFile(join(folder, 'npm-shrinkwrap.json'), JSON.stringify(lock))
  text = await sbomOf(folder, { c: locked('Apache-2.0') })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the SBOM', () => {
  test('is CycloneDX 1.6 with the name, version, purl, licence and checksum of everything', () => {
    const sbom: Sbom = JSON.parse(text)
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      metadata: { component: { name: 'onedoor', version: '1.2.3', purl: 'pkg:npm/onedoor@1.2.3' } },
    })
    const hashes = [{ alg: 'SHA-512', content: '07'.repeat(64) }]
    expect(sbom.components).toMatchObject([
      { name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0', licenses: [{ license: { id: 'ISC' } }], hashes },
      { name: 'c', version: '1.0.0', purl: 'pkg:npm/c@1.0.0', licenses: [{ license: { id: 'Apache-2.0' } }], hashes },
    ])
    expect(sbomFaults(sbom, ['a@1.0.0', 'c@1.0.0'])).toEqual([])
  })

  test('needs an npm that can write one, and names it', async () => {
    const [binaries, path] = [join(folder, 'bin'), process.env.PATH]
    await mkdir(binaries)
    await writeFile(join(binaries, 'npm'), '#!/bin/sh\necho \'Unknown command: "sbom"\'\n', { mode: 0o755 })
    process.env.PATH = `${binaries}:${path}`
    try {
      await expect(sbomOf(folder, {})).rejects.toThrow('needs npm 10 or newer. Run npm install --global npm@10')
    } finally {
      process.env.PATH = path
    }
  })

  test('does not depend on the time', () => {
    expect(text).not.toMatch(/timestamp|serialNumber/)
  })

  test('that lacks a package, a licence or a checksum is reported', () => {
    const sbom: Sbom = JSON.parse(text)
    const [first] = sbom.components
    const spoilt = {
      ...sbom,
      components: [
        { ...first, licenses: [] },
        { ...first, name: 'd', hashes: [] },
      ] as any,
    }
    expect(sbomFaults(spoilt, ['a@1.0.0', 'b@2.0.0'])).toEqual([
      'The SBOM does not list b@2.0.0.',
      'The SBOM lists a@1.0.0 without its licence or checksum.',
      'The SBOM lists d@1.0.0 without its licence or checksum.',
    ])
    expect(sbomFaults({ ...sbom, components: [first, first] as any }, [])).toEqual(['The SBOM lists a package twice.'])
  })
})
