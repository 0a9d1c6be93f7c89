import { type Clock, iso } from '../../runtime/base/clock.ts'
import { ApiError, invalidArgument } from '../../runtime/base/errors.ts'
import type { Outside } from '../../runtime/outbound/outside.ts'
import type { SandboxHandlers } from '../control/control.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'
import type { Worlds } from '../world/worlds.ts'
import { Deliveries, type Delivery } from './deliveries.ts'
import { ModelScript } from './model-script.ts'

type Operations = Pick<SandboxHandlers, 'deliveries.list' | 'mail.bring' | 'messages.bring' | 'model.get' | 'model.set'>

/** Of a public sandbox, whose worlds, with ten snapshots each, share the memory of its process. */
const publicBytes = 256 * 1024

const createDeliveries = (_world: string, isPublic: boolean) => new Deliveries(isPublic ? publicBytes : undefined)
const createScript = () => new ModelScript()

/** The outside of a world: what it sends is listed, and its model is scripted. */
export function outsideOf(worlds: Worlds, name: string, clock: Clock): Outside {
  const deliveries = worlds.stateOf(name, createDeliveries)
  const script = worlds.stateOf(name, createScript)
  return { deliver: (sent) => deliveries.add(sent, clock.now()), answer: (question) => script.answer(question) }
}

/** What a world sends outside, what arrives there, and what its language model answers. */
export function outsideOperations({ worlds }: SandboxParts): Operations {
  const scriptOf = async (name: string) => {
    await worlds.get(name)
    return worlds.stateOf(name, createScript)
  }
  return {
    async 'deliveries.list'({ path: { name }, query: { kind, to } }) {
      await worlds.get(name)
      const sent = worlds.stateOf(name, createDeliveries).list()
      const chosen = sent.filter((each) => (kind ?? each.kind) === each.kind && (to ?? each.to) === each.to)
      return { json: { deliveries: chosen.map(shownOf) } }
    },
    async 'mail.bring'({ path, body }) {
      const { from, to, verified: isVerified = true } = body
      const raw = await rawOf(body)
      const world = await worlds.get(path.name)
      const { arrivals } = world.server
      await world.use(async () => arrivals.mail?.({ from, to, raw, isVerified }))
      return { status: 204 }
    },
    async 'messages.bring'({ path, body: { from, text, channel = 'sms' } }) {
      const world = await worlds.get(path.name)
      const reply = await world.use(async () => world.server.arrivals.text?.({ channel, from, text }))
      return { json: reply === undefined ? {} : { reply } }
    },
    async 'model.get'({ path: { name } }) {
      return { json: { rules: (await scriptOf(name)).rules } }
    },
    async 'model.set'({ path: { name }, body: { rules } }) {
      const script = await scriptOf(name)
      script.rules = rules
      return { json: { rules } }
    },
  }
}

function shownOf({ atMs, ...delivery }: Delivery) {
  return { ...delivery, time: iso(atMs) }
}

type BroughtMail = Parameters<Operations['mail.bring']>[0]['body']

async function rawOf({ raw, text, html, subject = '', from, to }: BroughtMail): Promise<Buffer> {
  if ((raw === undefined) === (text === undefined)) {
    throw new ApiError('invalid_argument', 'Give either raw or text, not both.')
  }
  if (raw !== undefined) return Buffer.from(raw.replace(/\r?\n/g, '\r\n'))
  if (/[\r\n]/.test(from + to + subject)) throw invalidArgument('subject', 'must be a single line, as from and to')
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const options = { from, to, subject, text, html, disableFileAccess: true, disableUrlAccess: true }
  return new MailComposer(options).compile().build()
}
