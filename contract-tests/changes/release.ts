/**
 * `npm run release:document`: the published document and the .proto files become the released ones, against which
 * changes are compared. Nothing is released with data that are older than a year.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFinding } from '../../src/app/bundled-data.ts'
import { root } from '../../src/testing/program.ts'
import { acceptedHeading } from './accepted.ts'

const data = await dataFinding(Date.now())
if (data.state !== 'works') {
  console.error(`Nothing is released: ${data.what} ${data.detail}`)
  process.exit(1)
}
const folder = join(root, 'contract-tests/released')
copyFileSync(join(root, 'generated/openapi.json'), join(folder, 'openapi.json'))
const [protos, released] = [join(root, 'generated/proto'), join(folder, 'proto')]
rmSync(released, { recursive: true, force: true })
mkdirSync(released)
for (const name of readdirSync(protos).filter((name) => name.endsWith('.proto'))) {
  copyFileSync(join(protos, name), join(released, name))
}
writeFileSync(join(folder, 'accepted-changes.md'), acceptedHeading)
console.log('contract-tests/released/ has the current document and no accepted changes. Commit it with the release.')
