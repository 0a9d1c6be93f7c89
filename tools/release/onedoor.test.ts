import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const command = join(import.meta.dirname, 'onedoor.mjs')

test.each([[[]], [['notes', 'add']]])('an older Node gets a sentence with what to do, for the arguments %j', (args) => {
  const asOlder = `Object.defineProperty(process.versions, 'node', { value: '22.21.0' })
process.argv.splice(1, 0, 'onedoor')
await import(${JSON.stringify(command)})`
  const older = spawnSync(process.execPath, ['--input-type=module', '--eval', asOlder, ...args], { encoding: 'utf8' })
  expect(older).toMatchObject({ status: 1, stdout: '' })
  expect(older.stderr).toBe(
    'Onedoor needs Node 24 or newer, and this is Node 22.21.0. Install a current Node from https://nodejs.org, then run the command again.\n',
  )
})
