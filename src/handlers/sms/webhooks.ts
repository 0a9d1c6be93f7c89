import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { FamilyRoute, FamilyWorld } from '#runtime/kit/family.ts'
import type { RouteVisit } from '#runtime/kit/route-visit.ts'
import { addressGroup } from '#runtime/limits/client-address.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import type { Writer } from '#runtime/store/types.ts'
import { type Keyword, keywordIn } from './keywords.ts'
import type { CountMessage } from './message-counter.ts'
import { type Channel, errorText, statusOf } from './providers/twilio-messages.ts'
import { isSigned } from './providers/twilio-signature.ts'
import { publishMessage } from './publish-message.ts'
import * as rows from './rows/messages.ts'
import { segmentsOf } from './segments.ts'
import type { smsSettings } from './settings.ts'

const prefix = '/sms/'
const dayMs = 86_400_000
/** A message goes to whoever wrote to its sender within this time. */
const answerMs = 30 * dayMs
/** Twilio sends texts of at most 1,600 characters, and says little besides. */
const maxFormBytes = 65_536
const maxTextLength = 4096
/** Requests of one address in a minute, signed or not. */
const perMinute = 1200

interface WebhookOptions extends Pick<FamilyWorld, 'store' | 'clock' | 'log' | 'limits' | 'bus' | 'baseUrl'> {
  readonly settings: Values<typeof smsSettings>
  readonly count: CountMessage
}

/** What Twilio sends: `/sms/incoming`, messages that arrive, and `/sms/status`, what becomes of those that were sent. */
export function createWebhooks(options: WebhookOptions): FamilyRoute {
  const { limits } = options
  const requests = limits.swift({
    name: 'sms-webhooks',
    unit: 'requests about messages',
    per: 'address',
    quota: perMinute,
    windowMs: 60_000,
  })
  const webhooks = new Webhooks(options, async (address) => refuseBeyond(await requests.take(addressGroup(address))))
  return { prefix, handle: (req, res, target, visit) => void webhooks.handle(req, res, target, visit) }
}

class Webhooks {
  readonly #options: WebhookOptions
  readonly #count: (address: string) => Promise<void>

  constructor(options: WebhookOptions, count: (address: string) => Promise<void>) {
    this.#options = options
    this.#count = count
  }

  /** Never rejects. */
  async handle(req: IncomingMessage, res: ServerResponse, target: string, visit: RouteVisit): Promise<void> {
    try {
      const { pathname: path, searchParams: query } = new URL(target, this.#options.baseUrl)
      const known = path === `${prefix}incoming` || path === `${prefix}status`
      const token = this.#options.settings.twilioAuthToken
      if (!known || token === undefined) throw new ApiError('unknown_method', 'There is nothing at this address.')
      if (req.method !== 'POST')
        throw new ApiError('method_not_allowed', `Twilio sends to ${path} with POST.`, { allow: ['POST'] })
      await this.#count(visit.clientAddress)
      const form = await visit.readForm(maxFormBytes)
      const signature = req.headers['x-twilio-signature']
      const url = `${this.#options.baseUrl}${target}`
      if (!isSigned(url, form, typeof signature === 'string' ? signature : undefined, token)) throw notSigned(url)
      const reply = path === `${prefix}incoming` ? await this.#receive(form) : await this.#learn(form, query)
      const said = reply === undefined ? '' : html`<Message>${reply}</Message>`
      const body = `<?xml version="1.0" encoding="UTF-8"?>${html`<Response>${said}</Response>`}`
      res.writeHead(200, {
        'Content-Type': 'text/xml; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': visit.requestId,
      })
      res.end(body)
    } catch (failure) {
      visit.refuse(failure)
    }
  }

  /** Takes a message that has arrived. @returns what is answered */
  async #receive(form: URLSearchParams): Promise<string | undefined> {
    const { store, clock, log, bus, settings, count } = this.#options
    const from = partyOf(form.get('From'))
    const to = partyOf(form.get('To'))
    const sid = form.get('MessageSid') ?? ''
    if (from === undefined || to === undefined || !/^[A-Z]{2}[0-9a-fA-F]{32}$/.test(sid))
      throw new ApiError('invalid_argument', 'From, To and MessageSid must be those of a message.')
    const text = (form.get('Body') ?? '').slice(0, maxTextLength)
    const segments = from.channel === 'sms' ? Math.max(1, await segmentsOf(text)) : 1
    const now = clock.now()
    return store.write(async (tx) => {
      const known = await tx.get<rows.ContactRow>(rows.contact({ number: from.number }))
      if (from.channel === 'whatsapp') await tx.run(rows.setWrote({ number: from.number, at: now }))
      const keyword = keywordIn(text)
      const wasStopped = Boolean(known?.stopped_at)
      if (keyword === 'stop') await tx.run(rows.setStopped({ number: from.number, at: now }))
      if (keyword === 'start' && wasStopped) await tx.run(rows.setStopped({ number: from.number, at: null }))
      const isOrder = keyword === 'stop' || keyword === 'help' || (keyword === 'start' && wasStopped)
      if (isOrder) return answerTo(keyword as Keyword, from.channel, form.has('OptOutType'), settings)
      const account = await this.#recipient(tx, from, now)
      if (account === undefined) {
        log.info({ channel: from.channel }, 'message of an unknown number dropped')
        count(from.channel, 'dropped')
        return undefined
      }
      const stored = await tx.get<rows.MessageRow>(
        rows.insertOnce({
          ...{ id: newId('sms'), account, direction: 'incoming', other_number: from.number, own_number: to.number },
          ...{ channel: from.channel, text, status: 'received', segments, provider_id: sid, now },
        }),
      )
      if (stored) await publishMessage(bus, tx, stored)
      if (stored) count(from.channel, 'received')
      return undefined
    })
  }

  /** The account whose number it is, else the one that wrote to it last. */
  async #recipient(tx: Writer, { number, channel }: Party, now: number): Promise<string | undefined> {
    const owner = await tx.get<{ account: string }>(rows.ownerOf({ number }))
    const writer =
      owner ?? (await tx.get<{ account: string }>(rows.lastWriter({ number, channel, since: now - answerMs })))
    return writer?.account
  }

  async #learn(form: URLSearchParams, query: URLSearchParams): Promise<undefined> {
    const { store, clock, count } = this.#options
    const sid = form.get('MessageSid') ?? ''
    const id = query.get('id') ?? ''
    if (!/^[A-Z]{2}[0-9a-fA-F]{32}$/.test(sid) || !/^sms_\w{1,40}$/.test(id))
      throw new ApiError('invalid_argument', 'MessageSid and id must be those of a message.')
    const status = statusOf(form.get('MessageStatus') ?? '')
    const error = status === 'failed' ? (errorText(form.get('ErrorCode')) ?? 'The carrier could not deliver it.') : null
    const learnt = { id, provider: sid, status, place: rows.placeOf(status), error, now: clock.now() }
    const { changes } = await store.run(rows.setStatus(learnt))
    const channel = /^whatsapp:/.test(form.get('To') ?? '') ? 'whatsapp' : 'sms'
    if (changes > 0 && (status === 'delivered' || status === 'failed')) count(channel, status)
  }
}

/** A number, and the channel on which it wrote. */
interface Party {
  readonly channel: Channel
  readonly number: string
}

function partyOf(address: string | null): Party | undefined {
  const found = /^(whatsapp:)?(\+[1-9]\d{6,14})$/.exec(address ?? '')
  return found?.[2] === undefined ? undefined : { channel: found[1] ? 'whatsapp' : 'sms', number: found[2] }
}

/** On SMS, Twilio and the carriers themselves confirm STOP and START; nobody does on WhatsApp. */
function answerTo(
  keyword: Keyword,
  channel: Channel,
  isAnswered: boolean,
  { smsFrom }: Pick<Values<typeof smsSettings>, 'smsFrom'>,
): string | undefined {
  if (isAnswered) return undefined
  if (keyword === 'help')
    return `Messages from ${smsFrom ?? 'this number'} are sent by people who use this service. Reply STOP for no more of them, START to get them again.`
  if (channel === 'sms') return undefined
  return keyword === 'stop'
    ? 'You will get no more messages. Reply START to get them again.'
    : 'You will get messages again. Reply STOP to end them.'
}

function notSigned(url: string): ApiError {
  return new ApiError(
    'permission_denied',
    `This address is for Twilio, and the request is not signed with its auth token. The address must be set at Twilio as ${url.split('?')[0]}, which begins with BASE_URL.`,
  )
}
