import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { version } from '#runtime/base/version.ts'
import type { CliOptions } from './cli-options.ts'
import { counted, UsageError } from './output/terminal.ts'

/** Many times the size of the largest known documents. */
const maxDocumentBytes = 64 * 1024 * 1024

interface SdkFlags {
  readonly from: string
  readonly language: string
  readonly out: string
  readonly name?: string
}

/** Adds `sdk`, which works without a server. */
export function addSdkCommand(sdk: Command, options: CliOptions): void {
  sdk
    .requiredOption('--from <file>', 'an OpenAPI document in JSON, with the conventions of this API')
    .requiredOption('--language <language>', 'typescript, python or go')
    .requiredOption('--out <folder>', 'the folder for the package; files of the same name are replaced')
    .option('--name <name>', 'the name of the client, instead of the title of the document')
    .addHelpText('after', '\nExample:\n  onedoor sdk --from openapi.json --language python --out ./client')
    .action((flags: SdkFlags) => writeClient(options, flags))
}

async function writeClient({ terminal, openCodegen }: CliOptions, { from, language, out, name }: SdkFlags) {
  const document = await readDocument(from)
  const { writeSdk } = await openCodegen().catch((failure: unknown) => {
    const { code, message } = failure as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('codegen')) throw failure
    throw new Error(
      `onedoor sdk needs the package @onedoor/codegen: run npm install @onedoor/codegen@${version} where onedoor is installed, or npm ci in a clone.`,
      { cause: failure },
    )
  })
  const files = await writeSdk(document, { language, name })
  for (const [path, content] of files) {
    await mkdir(dirname(join(out, path)), { recursive: true })
    await writeFile(join(out, path), content)
  }
  terminal.stdout.write(`${counted(files.size, 'file')} written to ${out}.\n`)
}

/** @throws UsageError if the file cannot be read, is too large or is not JSON */
async function readDocument(file: string): Promise<unknown> {
  try {
    const { size } = await stat(file)
    if (size > maxDocumentBytes) throw new Error('it is larger than 64 MiB')
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (failure) {
    const reason = failure instanceof SyntaxError ? 'it is not JSON' : (failure as Error).message
    throw new UsageError(`--from ${file} cannot be read: ${reason}.`, { cause: failure })
  }
}
