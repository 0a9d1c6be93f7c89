import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KEY_BYTES, type Seal, sealWith } from './seal.ts'

const KEY_TEXT = /^[A-Za-z0-9+/]{43}=$/

/** The text format of a key. */
export const KEY_RULE = `${KEY_BYTES} bytes in base64, as \`openssl rand -base64 ${KEY_BYTES}\` writes them`

/** Parses a key; undefined if the text is not one. */
export function parseKey(text: string): Uint8Array | undefined {
  return KEY_TEXT.test(text) ? Buffer.from(text, 'base64') : undefined
}

interface KeysOptions {
  /** CONFIG_SECRET_KEY; without it the key is in a file. */
  readonly key?: Uint8Array | undefined
  readonly dataDir: string
}

/** The key file, for use without the setting. */
export function keyFile(dataDir: string): string {
  return join(dataDir, 'config-secret.key')
}

export function keysFrom({ key, dataDir }: KeysOptions) {
  let known: Seal | undefined = key && sealWith(key)
  const file = keyFile(dataDir)

  async function forReading(): Promise<Seal | undefined> {
    if (known) return known
    const text = await readFile(file, 'utf8').catch((failure: NodeJS.ErrnoException) => {
      if (failure.code === 'ENOENT') return undefined
      throw failure
    })
    if (text === undefined) return undefined
    const read = parseKey(text.trim())
    if (!read) throw new Error(`${file} does not contain a key. It must contain ${KEY_RULE}.`)
    known = sealWith(read)
    return known
  }

  return {
    /** Undefined if no key has been created. @throws as `forWriting` */
    forReading,
    /** Creates the key if it does not exist. @throws Error saying what is wrong with the key file */
    async forWriting(): Promise<Seal> {
      const present = await forReading()
      if (present) return present
      await makeKeyFile(file)
      return (await forReading()) as Seal
    },
  }
}

/** The source of the key that encrypts secrets. */
export type Keys = ReturnType<typeof keysFrom>

/**
 * Writes the file atomically, readable only by its owner, and synced: secrets encrypted with a key lost in a power failure
 * would be lost. If several processes create one at once, the first wins.
 */
async function makeKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(draft, file).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'EEXIST') throw failure
    })
  } finally {
    await rm(draft, { force: true })
  }
  const directory = await open(dirname(file), 'r')
  await directory.sync().finally(() => directory.close())
}
