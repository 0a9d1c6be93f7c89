/**
 * `npm run release:document`: the published document and the .proto files become the released ones, against which
 * changes are compared. Their changes since the last release join those of earlier ones in changes.json, for the page
 * `/docs/changes`. Nothing is released with data that are older than a year.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFinding } from '../../src/app/bundled-data.ts'
import { apiDocument } from '../../src/runtime/base/openapi.ts'
import { version } from '../../src/runtime/base/version.ts'
import { root } from '../../src/testing/program.ts'
import { acceptedHeading, readAccepted } from './accepted.ts'
import { changesBetween } from './additions.ts'

const data = await dataFinding(Date.now())
if (data.state !== 'works') {
  console.error(`Nothing is released: ${data.what} ${data.detail}`)
  process.exit(1)
}
const folder = join(root, 'contract-tests/released')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const accepted = readAccepted(read('accepted-changes.md'))
const changes = changesBetween(JSON.parse(read('openapi.json')), await apiDocument(), accepted)
const release = { version, date: new Date().toISOString().slice(0, 10), ...changes }
writeFileSync(
  join(folder, 'changes.json'),
  `${JSON.stringify([release, ...JSON.parse(read('changes.json'))], null, 1)}\n`,
)
copyFileSync(join(root, 'generated/openapi.json'), join(folder, 'openapi.json'))
const [protos, released] = [join(root, 'generated/proto'), join(folder, 'proto')]
rmSync(released, { recursive: true, force: true })
mkdirSync(released)
for (const name of readdirSync(protos).filter((name) => name.endsWith('.proto'))) {
  copyFileSync(join(protos, name), join(released, name))
}
writeFileSync(join(folder, 'accepted-changes.md'), acceptedHeading)
console.log(
  'contract-tests/released/ has the current document and no accepted changes. Run "npm run generate", and commit both with the release.',
)
