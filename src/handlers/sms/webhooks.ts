import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { newId } from '#runtime/base/ids.ts'
import { storableLines } from '#runtime/base/text/storable-text.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import type { RouteVisit } from '#runtime/kit/route-visit.ts'
import { addressGroup } from '#runtime/limits/client-address.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import type { Arrivals } from '#runtime/outbound/outside.ts'
import type { Writer } from '#runtime/store/types.ts'
import { segmentsOf } from './draft.ts'
import type { SmsDeps } from './index.ts'
import { type Channel, errorText, statusOf } from './providers/twilio-messages.ts'
import { publishMessage } from './publish-message.ts'
import { type ContactRow, findContact, setStopped, setWrote } from './rows/contacts.ts'
import { dayMs } from './rows/daily-counts.ts'
import * as rows from './rows/messages.ts'
import { ownerOf } from './rows/numbers.ts'

const prefix = '/sms/'
/** A message goes to the account that wrote to its sender within this time. */
const replyMs = 30 * dayMs
/** Twilio sends texts of at most 1,600 characters, and a few short fields. */
const maxFormBytes = 65_536
const maxTextLength = 4096
/** Requests of one address in a minute, signed or not. */
const perMinute = 1200
const twilioId = /^[A-Z]{2}[0-9a-fA-F]{32}$/

/** The requests of Twilio: `/sms/incoming` for messages that arrive, and `/sms/status` for the delivery of those that were sent. */
export function smsWebhooks(deps: SmsDeps): FamilyRoute {
  const requests = deps.limits.swift({
    name: 'sms-webhooks',
    unit: 'requests about messages',
    per: 'address',
    quota: perMinute,
    windowMs: 60_000,
  })
  const count = async (address: string) => refuseBeyond(await requests.take(addressGroup(address)))
  return {
    prefix,
    handle(req, res, target, visit) {
      respond(deps, { req, target, visit, count }).then(
        (body) => {
          res.writeHead(200, {
            'Content-Type': 'text/xml; charset=utf-8',
            'Content-Length': Buffer.byteLength(body),
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
            'X-Request-Id': visit.requestId,
          })
          res.end(body)
        },
        (failure: unknown) => visit.refuse(failure),
      )
    },
  }
}

interface WebhookRequest {
  readonly req: IncomingMessage
  readonly target: string
  readonly visit: RouteVisit
  readonly count: (address: string) => Promise<void>
}

/** @returns the body of the response: TwiML */
async function respond(deps: SmsDeps, { req, target, visit, count }: WebhookRequest): Promise<string> {
  const { baseUrl, settings } = deps
  const { pathname: path, searchParams: query } = new URL(target, baseUrl)
  const isKnown = path === `${prefix}incoming` || path === `${prefix}status`
  const token = settings.twilioAuthToken
  if (!isKnown || token === undefined) throw new ApiError('unknown_method', 'There is nothing at this address.')
  if (req.method !== 'POST')
    throw new ApiError('method_not_allowed', `${path} accepts only POST requests from Twilio.`, { allow: ['POST'] })
  await count(visit.clientAddress)
  const form = await visit.readForm(maxFormBytes)
  const signature = req.headers['x-twilio-signature']
  const url = `${baseUrl}${target}`
  if (!isSigned(url, form, typeof signature === 'string' ? signature : undefined, token)) throw notSigned(url)
  checkAccount(deps, form.get('AccountSid'))
  const reply = path === `${prefix}incoming` ? await receive(deps, form) : await updateStatus(deps, form, query)
  const message = reply === undefined ? '' : html`<Message>${reply}</Message>`
  return `<?xml version="1.0" encoding="UTF-8"?>${html`<Response>${message}</Response>`}`
}

/** One auth token can sign for several accounts at Twilio, and one account can have numbers for other purposes. */
function checkAccount({ settings: { twilioAccountSid: own } }: SmsDeps, given: string | null): void {
  if (own === undefined || given === own) return
  throw new ApiError(
    'permission_denied',
    'The request is for another account at Twilio: AccountSid is not the one in TWILIO_ACCOUNT_SID.',
  )
}

function checkRecipient({ settings }: SmsDeps, { channel, number }: Party): void {
  const [name, own] = channel === 'sms' ? ['SMS_FROM', settings.smsFrom] : ['WHATSAPP_FROM', settings.whatsappFrom]
  if (number === own) return
  throw new ApiError(
    'permission_denied',
    `This server does not receive messages to ${number}: ${own === undefined ? `${name} is not set` : `it is not the number of ${name}`}.`,
  )
}

/** Brings a message to an account without Twilio, for servers that it cannot reach. @returns the reply, if any */
export function bringText(deps: SmsDeps, { channel, from, text }: Parameters<Arrivals['text']>[0]) {
  const own = channel === 'sms' ? deps.settings.smsFrom : deps.settings.whatsappFrom
  const address = (number: string | undefined) => (channel === 'whatsapp' ? `whatsapp:${number}` : `${number}`)
  const MessageSid = `SM${randomUUID().replaceAll('-', '')}`
  return receive(deps, new URLSearchParams({ From: address(from), To: address(own), Body: text, MessageSid }))
}

/** Stores a message that has arrived, or obeys it. @returns the reply, if any */
async function receive(deps: SmsDeps, form: URLSearchParams): Promise<string | undefined> {
  const { store, clock, log, bus, count } = deps
  const from = partyOf(form.get('From'))
  const to = partyOf(form.get('To'))
  const sid = form.get('MessageSid') ?? ''
  if (from === undefined || to === undefined || !twilioId.test(sid))
    throw new ApiError('invalid_argument', 'From, To and MessageSid must describe a message.')
  checkRecipient(deps, to)
  const text = storableLines(form.get('Body') ?? '').slice(0, maxTextLength)
  const segments = from.channel === 'sms' ? Math.max(1, await segmentsOf(text)) : 1
  const now = clock.now()
  return store.write(async (tx) => {
    const command = await obey(tx, from, text, now)
    if (command) return replyTo(command, from.channel, form.has('OptOutType'), deps.settings.smsFrom)
    const account = await recipientOf(tx, from, now)
    if (account === undefined) {
      log.info({ channel: from.channel }, 'message from an unknown number dropped')
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

/** Records what a sender wants. @returns the command; undefined for a message to an account, such as START without a STOP */
async function obey(tx: Writer, { number, channel }: Party, text: string, now: number): Promise<Keyword | undefined> {
  const contact = await tx.get<ContactRow>(findContact({ number }))
  if (channel === 'whatsapp') await tx.run(setWrote({ number, at: now }))
  const keyword = keywordIn(text)
  const wasStopped = Boolean(contact?.stopped_at)
  if (keyword === 'stop') await tx.run(setStopped({ number, at: now }))
  if (keyword === 'start' && wasStopped) await tx.run(setStopped({ number, at: null }))
  return keyword === 'start' && !wasStopped ? undefined : keyword
}

/** The account with a number, or else the one that wrote to it last. */
async function recipientOf(tx: Writer, { number, channel }: Party, now: number): Promise<string | undefined> {
  const owner = await tx.get<{ account: string }>(ownerOf({ number }))
  const writer =
    owner ?? (await tx.get<{ account: string }>(rows.lastWriter({ number, channel, since: now - replyMs })))
  return writer?.account
}

/** Records the delivery of a message that was sent. */
async function updateStatus(
  { store, clock, count }: SmsDeps,
  form: URLSearchParams,
  query: URLSearchParams,
): Promise<undefined> {
  const sid = form.get('MessageSid') ?? ''
  const id = query.get('id') ?? ''
  if (!twilioId.test(sid) || !/^sms_\w{1,40}$/.test(id))
    throw new ApiError('invalid_argument', 'MessageSid and id must identify a message.')
  const status = statusOf(form.get('MessageStatus') ?? '')
  const error =
    status === 'failed' ? (errorText(form.get('ErrorCode')) ?? 'The carrier could not deliver the message.') : null
  const update = { id, provider: sid, status, place: rows.placeOf(status), error, now: clock.now() }
  const { changes } = await store.run(rows.setStatus(update))
  const channel = /^whatsapp:/.test(form.get('To') ?? '') ? 'whatsapp' : 'sms'
  if (changes > 0 && (status === 'delivered' || status === 'failed')) count(channel, status)
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

/** Twilio and the carriers confirm STOP and START on SMS, but not on WhatsApp. @param isConfirmed whether Twilio has replied */
function replyTo(
  keyword: Keyword,
  channel: Channel,
  isConfirmed: boolean,
  smsFrom: string | undefined,
): string | undefined {
  if (isConfirmed) return undefined
  if (keyword === 'help')
    return `Messages from ${smsFrom ?? 'this number'} are sent by people who use this service. Reply STOP to stop them or START to receive them again.`
  if (channel === 'sms') return undefined
  return keyword === 'stop'
    ? 'You will receive no more messages. Reply START to receive them again.'
    : 'You will receive messages again. Reply STOP to stop them.'
}

function notSigned(url: string): ApiError {
  return new ApiError(
    'permission_denied',
    `This address is for Twilio, and the request is not signed with its auth token. The address must be set at Twilio as ${url.split('?')[0]}, which begins with BASE_URL.`,
  )
}

/** A command to the server. */
type Keyword = 'stop' | 'start' | 'help'

/** The words that carriers and Twilio know: https://help.twilio.com/articles/223134027. */
const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['start', 'unstop', 'yes'].map((word) => [word, 'start'] as const),
  ...['help', 'info'].map((word) => [word, 'help'] as const),
])

/** The keyword that a message consists of; undefined for any other message. */
export function keywordIn(text: string): Keyword | undefined {
  if (text.length > 40) return undefined
  return keywords.get(
    text
      .trim()
      .toLowerCase()
      .replace(/[.!]+$/, ''),
  )
}

/**
 * Whether Twilio signed a request with this token: https://www.twilio.com/docs/usage/security#validating-requests. A constant-time
 * comparison.
 *
 * @param url the whole public address of the request, with its query
 * @param form the fields of the body
 * @param given the header X-Twilio-Signature
 */
export function isSigned(url: string, form: URLSearchParams, given: string | undefined, token: string): boolean {
  if (given === undefined) return false
  const expected = Buffer.from(signatureOf(url, form, token))
  const received = Buffer.from(given)
  return received.length === expected.length && timingSafeEqual(received, expected)
}

/** The signature of a request: the address and all fields by their names, each followed by its value. */
export function signatureOf(url: string, form: URLSearchParams, token: string): string {
  const fields = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = url + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token).update(signed, 'utf8').digest('base64')
}
