import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '#runtime/base/openapi.ts'
import { readAccepted } from '../../../contract-tests/changes/accepted.ts'
import { changesBetween, deprecatedIn } from '../../../contract-tests/changes/additions.ts'
import type { ApiChanges } from '../../../src/doors/pages/reference/changes-page.ts'

const released = join(import.meta.dirname, '../../../contract-tests/released')

/** generated/docs/changes.json: the changes from release to release, and from the last one to the given document. */
export async function changesData(document: Document): Promise<string> {
  const read = (name: string) => readFile(join(released, name), 'utf8')
  const accepted = readAccepted(await read('accepted-changes.md'))
  const changes: ApiChanges = {
    deprecated: deprecatedIn(document),
    unreleased: changesBetween(JSON.parse(await read('openapi.json')), document, accepted),
    releases: JSON.parse(await read('changes.json')),
  }
  return `${JSON.stringify(changes, null, 1)}\n`
}
