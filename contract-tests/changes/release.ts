/** `npm run release:document`: the published document becomes the released one, against which changes are judged. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../program.ts'
import { acceptedHeading } from './accepted.ts'

const folder = join(root, 'contract-tests/released')
copyFileSync(join(root, 'generated/openapi.json'), join(folder, 'openapi.json'))
writeFileSync(join(folder, 'accepted-changes.md'), acceptedHeading)
console.log('contract-tests/released/ holds the document of now, and no accepted changes. Commit it with the release.')
