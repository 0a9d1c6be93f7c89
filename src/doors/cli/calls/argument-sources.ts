import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type Terminal, UsageError } from '../output/terminal.ts'

const IN_BASE64 = 'base64:'

/** Reads what options refer to: files, and standard input once. */
export type Sources = ReturnType<typeof sourcesOf>

/** Sources of one command. */
export function sourcesOf(terminal: Terminal) {
  let stdinUser: string | undefined

  async function bytesOf(option: string, name: string): Promise<Buffer> {
    if (name === '') throw new UsageError(`${option} has no file name after the @. To begin a text with @, write @@.`)
    if (name !== '-') {
      return readFile(name).catch((error: NodeJS.ErrnoException) => {
        const reason = error.code === 'ENOENT' ? 'the file does not exist' : error.message
        throw new UsageError(`${option} cannot read ${name}: ${reason}.`)
      })
    }
    if (stdinUser !== undefined)
      throw new UsageError(`${option} and ${stdinUser} both read standard input. Use a file for one of them.`)
    stdinUser = option
    return buffer(terminal.stdin)
  }

  async function textOf(option: string, name: string): Promise<string> {
    const bytes = await bytesOf(option, name)
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch (cause) {
      throw new UsageError(
        `${option}: ${name === '-' ? 'standard input' : name} is not UTF-8 text. To send its bytes in base64, write @${IN_BASE64}${name}.`,
        { cause },
      )
    }
  }

  return {
    /** The text that an option means: `@FILE`, `@-`, `@base64:FILE`, `@@text`, or itself. Throws UsageError. */
    async text(option: string, given: string): Promise<string> {
      if (!given.startsWith('@')) return given
      const name = given.slice(1)
      if (name.startsWith('@')) return name
      if (name.startsWith(IN_BASE64)) return (await bytesOf(option, name.slice(IN_BASE64.length))).toString('base64')
      return textOf(option, name)
    },
    /** The object in a JSON file, in standard input (`-`) or in the option itself. Throws UsageError. */
    async object(option: string, given: string): Promise<Record<string, unknown>> {
      const isInline = given.trimStart().startsWith('{')
      const text = isInline ? given : await textOf(option, given)
      const where = isInline ? 'the text' : given === '-' ? 'standard input' : given
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch (error) {
        throw new UsageError(`${option}: ${where} is not JSON: ${(error as Error).message}.`)
      }
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new UsageError(`${option}: ${where} must contain an object of arguments, such as {"title": "Groceries"}.`)
      }
      return value as Record<string, unknown>
    },
  }
}
