import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minPasswordLength } from '../../src/runtime/accounts/passwords.ts'
import { fileOfPackage } from './package.ts'

/*
 * Builds the list of the most common passwords that are long enough for this server: one a line, in lower case, the most
 * common ones first.
 */

const source = '@zxcvbn-ts/language-common@4.1.3'
const target = join(import.meta.dirname, '../../src/runtime/accounts/common-passwords.txt')

const all = JSON.parse(await fileOfPackage(source, 'src/passwords.json')) as string[]
const words = new Set(all.map((word) => word.normalize('NFC').toLowerCase()))
const long = [...words].filter((word) => [...word].length >= minPasswordLength)
await writeFile(target, `${long.join('\n')}\n`)
console.log(`${target}: ${long.length} passwords`)
