import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../runtime/base/log.ts'
import { singleFlight } from '../../runtime/base/once.ts'
import { openAhead } from '../../runtime/store/sqlite.ts'
import type { OpenConnections } from '../../runtime/store/sqlite-connection.ts'
import { copyWorld } from './template.ts'

interface SpareOptions {
  /** Where it is made. */
  readonly parent: string
  /** The folder of the template. */
  readonly template: string
  readonly among: OpenConnections
  readonly log: Pick<Log, 'warn'>
}

/**
 * A copy of the template for the next new world, with its database open: to copy it and to read its schema takes almost half
 * of the time that a new world takes.
 */
export class SpareCopy {
  readonly #options: SpareOptions
  #folder: string | undefined
  readonly #making = singleFlight(() => this.#make())
  #isClosed = false

  constructor(options: SpareOptions) {
    this.#options = options
  }

  /** The folder, which belongs to the caller from then on; undefined if it is not made yet. */
  take(): string | undefined {
    const folder = this.#folder
    this.#folder = undefined
    return folder
  }

  /** Makes one if it is missing. Never rejects: without it, a new world only takes longer. */
  async make(): Promise<void> {
    if (this.#folder === undefined && !this.#isClosed) await this.#making()
  }

  async #make(): Promise<void> {
    const { parent, template, among, log } = this.#options
    const folder = join(parent, randomUUID())
    try {
      await copyWorld(template, folder)
      await openAhead(folder, among)
      this.#folder = folder
    } catch (err) {
      log.warn({ err }, 'no copy for the next world')
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Closes its database; its folder is deleted with that of the sandbox. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#making.idle()
    await this.#options.among.closeAhead()
  }
}
