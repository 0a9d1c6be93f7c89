import { newId } from '../../runtime/base/ids.ts'
import type { Sent } from '../../runtime/outbound/outside.ts'

/** Something that a world sent, with its content in readable form. */
export interface Delivery {
  readonly id: string
  readonly kind: Sent['kind']
  readonly to: string
  readonly from?: string
  /** Epoch milliseconds by the clock of the world. */
  readonly atMs: number
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly attachments?: readonly string[]
  readonly link?: string
  readonly amount?: string
}

const maxCount = 500
const usualBytes = 4 * 1024 * 1024
/** Base units of USDC have six decimals. */
const usdcDecimals = 6

/** What a world has sent: the last 500, by default as far as they fit into 4 MiB. */
export class Deliveries {
  #kept: readonly { readonly delivery: Delivery; readonly bytes: number }[] = []
  readonly #maxBytes: number

  constructor(maxBytes = usualBytes) {
    this.#maxBytes = maxBytes
  }

  /** Newest first. */
  list(): readonly Delivery[] {
    return this.#kept.map(({ delivery }) => delivery).toReversed()
  }

  async add(sent: Sent, atMs: number): Promise<void> {
    const delivery: Delivery = { id: newId('delivery'), kind: sent.kind, to: sent.to, atMs, ...(await contentOf(sent)) }
    const bytes = Buffer.byteLength(JSON.stringify(delivery))
    const kept = [...this.#kept, { delivery, bytes }].slice(-maxCount)
    let total = kept.reduce((sum, each) => sum + each.bytes, 0)
    while (total > this.#maxBytes) total -= kept.shift()?.bytes ?? 0
    this.#kept = kept
  }

  /** @returns what puts back what it has now */
  remember(): () => void {
    const kept = this.#kept
    return () => {
      this.#kept = kept
    }
  }
}

async function contentOf(sent: Sent): Promise<Partial<Delivery>> {
  if (sent.kind === 'mail') return { from: sent.from, ...(await mailContent(sent.raw)) }
  if (sent.kind === 'payment') return { from: sent.from, amount: usdcOf(sent.amount) }
  if (sent.kind !== 'push') return { from: sent.from, text: sent.text }
  const { title, body, url } = JSON.parse(sent.message) as { title: string; body?: string; url?: string }
  return { subject: title, ...(body !== undefined && { text: body }), ...(url !== undefined && { link: url }) }
}

async function mailContent(raw: Buffer): Promise<Partial<Delivery>> {
  const { default: PostalMime } = await import('postal-mime')
  const { subject, text, html, attachments } = await PostalMime.parse(raw)
  return {
    subject: subject ?? '',
    ...(text !== undefined && { text: text.trimEnd() }),
    ...(html !== undefined && { html }),
    ...(attachments.length > 0 && { attachments: attachments.map(({ filename }) => filename ?? 'unnamed') }),
  }
}

function usdcOf(baseUnits: string): string {
  const digits = baseUnits.padStart(usdcDecimals + 1, '0')
  return `${digits.slice(0, -usdcDecimals)}.${digits.slice(-usdcDecimals)}`
}
