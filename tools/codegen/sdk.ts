import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '#runtime/base/openapi.ts'
import { isClientName } from './client-names.ts'
import { conventionalDocument } from './conventions.ts'
import { type SandboxCalls, sandboxCalls } from './sandbox-calls.ts'
import { clientPackage } from './targets/client/index.ts'
import { capital } from './targets/client/methods.ts'
import { goPackage } from './targets/go/index.ts'
import { pythonPackage } from './targets/python/index.ts'

const writers = { typescript: clientPackage, python: pythonPackage, go: goPackage }

/** The languages that a client can be written in. */
export const languages: readonly string[] = Object.keys(writers)

interface SdkOptions {
  readonly language: string
  /** In place of `onedoor` in the names of the client; by default the title of the document, in lower case. */
  readonly name?: string | undefined
}

/**
 * Writes a client of an API that keeps our conventions, as an installable package.
 *
 * @param given a parsed OpenAPI document
 * @returns content by path in the package
 * @throws Error that says what is wrong with the language, the name or the document
 */
export async function writeSdk(given: unknown, { language, name }: SdkOptions): Promise<Map<string, string>> {
  const write = Object.hasOwn(writers, language) ? writers[language as keyof typeof writers] : undefined
  if (!write) throw new Error(`--language ${language} is not available: use one of ${languages.join(', ')}.`)
  const document = conventionalDocument(given)
  const title = String(document.info.title)
  const own = name ?? title.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (!isClientName(own)) {
    const found = name === undefined ? `The title "${title}" gives no name for the client` : `--name ${name} is no name`
    throw new Error(
      `${found}: use --name with up to 40 lower-case letters and digits that mean nothing in a language, such as shop.`,
    )
  }
  for (const type of [`${capital(own)}Client`, `${capital(own)}Error`]) {
    if (type in document.components.schemas) throw new Error(`The client has a type ${type}: use another --name.`)
  }
  const files = own === ownName ? await write(document, await ownSandbox()) : await write(withOtherLetters(document))
  const named = (text: string) => (own === ownName ? renamed(text, own) : swapped(renamed(text, own), standIn, ownName))
  return new Map([...files].map(([path, text]) => [named(path), path === 'LICENSE' ? text : named(text)]))
}

/** Worlds for tests are of our server only. */
async function ownSandbox(): Promise<SandboxCalls> {
  return sandboxCalls(
    JSON.parse(await readFile(join(import.meta.dirname, '../../generated/sandbox/openapi.json'), 'utf8')),
  )
}

const ownName = 'onedoor'
/** As long as our own name, so that code laid out in columns stays so. */
const standIn = 'qnedqqr'

/**
 * A document in which our own name has other letters while it is written: what servers and callers send stays as it is
 * with every name of the client.
 */
function withOtherLetters(document: Document): Document {
  const text = JSON.stringify(document)
  if (new RegExp(standIn, 'i').test(text)) throw new Error(`The document contains ${standIn}, a word of the generator.`)
  return JSON.parse(swapped(text, ownName, standIn))
}

/** A text with the letters of one word in place of another's, each as large as before. */
function swapped(text: string, word: string, other: string): string {
  return text.replace(new RegExp(word, 'gi'), (found) =>
    [...found].map((letter, at) => (/[A-Z]/.test(letter) ? other.charAt(at).toUpperCase() : other.charAt(at))).join(''),
  )
}

/**
 * The writers and their runtimes use our own name, in every spelling. A client of another API carries the name of that API,
 * so that programs can use both.
 */
function renamed(text: string, name: string): string {
  const written = text.replace('`npm run generate` from spec/', '`onedoor sdk`')
  if (name === ownName) return written
  return written
    .replace(/\bonedoor(?! sdk`)/gi, (found) => spelled(found, name))
    .replaceAll(`@${name}/client`, `${name}-client`)
    .replaceAll(`${name}.dev/client`, `example.com/${name}-client`)
    .replace(new RegExp(`\\.\\./${name}/generated/clients?(/\\w+)?`, 'g'), './path/of/this/package')
}

function spelled(found: string, name: string): string {
  if (found === found.toUpperCase()) return name.toUpperCase()
  return found.startsWith('O') ? name.charAt(0).toUpperCase() + name.slice(1) : name
}
