import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minPasswordLength } from '../../src/runtime/accounts/passwords.ts'
import { filesOfNpmPackage } from './package.ts'
import type { Renewal } from './renewal.ts'

/*
 * Builds the list of the most common passwords that are long enough for this server: one a line, in lower case, the most
 * common ones first.
 */

const source = '@zxcvbn-ts/language-common'
const target = join(import.meta.dirname, '../../src/runtime/accounts/common-passwords.txt')

/** Writes the file from the newest version of its source. */
export async function renewPasswords(): Promise<Renewal> {
  const [file] = await filesOfNpmPackage(source, ['src/passwords.json'])
  if (!file) throw new Error(`${source} has no passwords`)
  const all = JSON.parse(file.text) as string[]
  const words = new Set(all.map((word) => word.normalize('NFC').toLowerCase()))
  const long = [...words].filter((word) => [...word].length >= minPasswordLength)
  await writeFile(target, `${long.join('\n')}\n`)
  return { contentDate: file.date, source: `${source} ${file.version}` }
}
