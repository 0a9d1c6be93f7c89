import { setImmediate as nextTurn } from 'node:timers/promises'
import { createSerial } from '../base/serial.ts'
import { lastEvent, readEvents, type StoredEvent } from './event-table.ts'
import type { LiveReader } from './types.ts'

const batch = 100
/** How many events readers get at once: between two such groups they pass on what they have. */
const group = 8

/** Receives the events of a channel in order. It must not throw. */
export type Receive = (event: StoredEvent) => void

/** A position in a channel after which events are received. */
export interface Joined {
  /** The last event before it. */
  readonly seq: number
  leave(): void
}

interface ChannelHooks {
  /** Ends the streams of those who lost access: an event may be committed after the loss that the last look did not see. */
  readonly beforeDelivery: () => Promise<void>
  /** Called when events could not be read; the next look finds them. */
  readonly onFailure: (error: unknown) => void
}

/** The channels that have readers in this process. Each event is read from the database once for all readers of its channel. */
export class Channels {
  readonly #store: LiveReader
  readonly #hooks: ChannelHooks
  readonly #open = new Map<string, Channel>()

  constructor(store: LiveReader, hooks: ChannelHooks) {
    this.#store = store
    this.#hooks = hooks
  }

  async join(name: string, receive: Receive): Promise<Joined> {
    const channel = this.#open.get(name) ?? new Channel(this.#store, name, this.#hooks.beforeDelivery)
    this.#open.set(name, channel)
    const leave = () => {
      channel.leave(receive)
      if (channel.isEmpty && this.#open.get(name) === channel) this.#open.delete(name)
    }
    try {
      return { seq: await channel.join(receive), leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Reads the new events of these channels, or of all. */
  look(changed: ReadonlySet<string> | 'unknown'): void {
    for (const [name, channel] of this.#open) {
      if (changed === 'unknown' || changed.has(name)) channel.look().catch(this.#hooks.onFailure)
    }
  }

  /** Resolves when no reads are in progress. */
  async idle(): Promise<void> {
    await Promise.all([...this.#open.values()].map((channel) => channel.idle()))
  }
}

class Channel {
  readonly #store: LiveReader
  readonly #name: string
  readonly #beforeDelivery: () => Promise<void>
  readonly #serial = createSerial()
  readonly #receivers = new Set<Receive>()
  /** Joining or joined. */
  readonly #members = new Set<Receive>()
  #last: number | undefined
  #plannedLook: Promise<void> | undefined

  constructor(store: LiveReader, name: string, beforeDelivery: () => Promise<void>) {
    this.#store = store
    this.#name = name
    this.#beforeDelivery = beforeDelivery
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** Reads what is committed first: nobody receives an event that was published before they joined. */
  async join(receive: Receive): Promise<number> {
    this.#members.add(receive)
    await this.look()
    return this.#serial.run(async () => {
      this.#last ??= await lastEvent(this.#store, this.#name)
      if (this.#members.has(receive)) this.#receivers.add(receive)
      return this.#last
    })
  }

  leave(receive: Receive): void {
    this.#members.delete(receive)
    this.#receivers.delete(receive)
  }

  /** Reads and delivers every event that was committed before the call. Calls before a read has started share it. */
  look(): Promise<void> {
    this.#plannedLook ??= this.#serial.run(async () => {
      this.#plannedLook = undefined
      await this.#read()
    })
    return this.#plannedLook
  }

  idle(): Promise<void> {
    return this.#serial.idle()
  }

  async #read(): Promise<void> {
    for (let length = batch; length === batch && this.#last !== undefined; ) {
      const events = await readEvents(this.#store, this.#name, { after: this.#last, limit: batch })
      length = events.length
      // After the read: a loss that was committed before any of these events is then found.
      if (length > 0) await this.#beforeDelivery()
      for (const [index, event] of events.entries()) {
        this.#last = event.seq
        for (const receive of [...this.#receivers]) receive(event)
        if (index % group === group - 1) await nextTurn()
      }
    }
  }
}
