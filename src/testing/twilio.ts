import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { signatureOf } from '../handlers/sms/signature.ts'

/** A message as Twilio keeps it. */
interface Kept {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly body: string
  readonly statusCallback: string | undefined
  readonly createdMs: number
  status: string
}

/** How the stand-in treats a message to a number: a code of Twilio's errors, or what happens to the connection. */
export type Treatment = { readonly code: number } | 'cut after taking' | 'cut before taking' | 'unavailable' | 'busy'

/** What the server under test has to be reached by. */
export interface Door {
  readonly url: string
  /** The setting BASE_URL. */
  readonly publicUrl: string
}

const accountSid = 'AC0123456789abcdef0123456789abcdef'
const authToken = 'twilio-token-for-tests'

/**
 * Twilio's place taken by an HTTP server on this machine: it takes messages for one account, refuses them with Twilio's codes,
 * and tells the server under test what becomes of them, signed as Twilio signs.
 */
export class Twilio {
  readonly messages: Kept[] = []
  readonly treatments = new Map<string, Treatment>()
  /** Its clock, epoch milliseconds. */
  now: () => number = Date.now
  /** Called when it has taken a message and before it says so. */
  onMessage: () => void = () => undefined
  #url = ''
  readonly #server = createServer((req, res) => void this.#respond(req, res).catch(() => res.destroy()))

  static async start(): Promise<Twilio> {
    const twilio = new Twilio()
    await twilio.listen()
    return twilio
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** What every request has to bring. */
  static readonly authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  /** Where messages are handed over and listed. */
  get messagesUrl(): string {
    return `${this.#url}/2010-04-01/Accounts/${accountSid}/Messages.json`
  }

  /** Lets the process end although it still listens. */
  unref(): void {
    this.#server.unref()
  }

  /** The settings that lead here. */
  get settings(): Record<string, string> {
    return { TWILIO_BASE_URL: this.#url, TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken }
  }

  get last(): Kept {
    const last = this.messages.at(-1)
    if (!last) throw new Error('Twilio has no message')
    return last
  }

  /** Tells what becomes of a message. */
  async tell(
    door: Door,
    message: Kept,
    status: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    message.status = status
    if (message.statusCallback === undefined) throw new Error('The message has no address for news')
    const form = { MessageSid: message.sid, MessageStatus: status, To: message.to, From: message.from, ...fields }
    return this.post(door, message.statusCallback, form)
  }

  /** Hands over a message that somebody has sent. */
  async receive(
    door: Door,
    message: { readonly From: string; readonly To: string; readonly Body: string; readonly MessageSid?: string },
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const form = { MessageSid: newSid(), NumMedia: '0', AccountSid: accountSid, ...message, ...more }
    return this.post(door, `${door.publicUrl}/sms/incoming`, form)
  }

  /** Posts a signed form to a public address of the server. */
  async post(
    { url, publicUrl }: Door,
    address: string,
    fields: Readonly<Record<string, string>>,
    token = authToken,
  ): Promise<Response> {
    const form = new URLSearchParams(fields)
    return fetch(address.replace(publicUrl, url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'X-Twilio-Signature': signatureOf(address, form, token),
      },
      body: form.toString(),
    })
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '', this.#url)
    if (req.headers.authorization !== Twilio.authorization) return refuse(res, 401, 20003)
    if (pathname === `/2010-04-01/Accounts/${accountSid}.json`)
      return send(res, 200, { sid: accountSid, status: 'active' })
    if (pathname !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return refuse(res, 404, 20404)
    if (req.method === 'GET') return this.#list(searchParams, res)
    const form = new URLSearchParams(await text(req))
    const to = form.get('To') ?? ''
    const treatment = this.treatments.get(to)
    if (treatment === 'cut before taking') return void res.destroy()
    if (treatment === 'unavailable') return refuse(res, 503, 20503)
    if (treatment === 'busy') return refuse(res, 429, 20429)
    if (typeof treatment === 'object') return refuse(res, 400, treatment.code)
    const kept: Kept = {
      ...{ sid: newSid(), to, from: form.get('From') ?? '', body: form.get('Body') ?? '', status: 'queued' },
      ...{ statusCallback: form.get('StatusCallback') ?? undefined, createdMs: this.now() },
    }
    this.messages.push(kept)
    this.onMessage()
    if (treatment === 'cut after taking') return void res.destroy()
    send(res, 201, resourceOf(kept))
  }

  #list(query: URLSearchParams, res: ServerResponse): void {
    const found = this.messages.filter(({ to, from }) => to === query.get('To') && from === query.get('From'))
    send(res, 200, {
      messages: found
        .toReversed()
        .slice(0, Number(query.get('PageSize')))
        .map(resourceOf),
      page: 0,
    })
  }
}

function newSid(): string {
  return `SM${crypto.randomUUID().replaceAll('-', '')}`
}

/** A message as Twilio describes it, with the fields of its documentation. */
function resourceOf({ sid, to, from, body, status, createdMs }: Kept) {
  const created = new Date(createdMs).toUTCString().replace('GMT', '+0000')
  return {
    ...{ account_sid: accountSid, api_version: '2010-04-01', body, date_created: created, date_sent: null },
    ...{ date_updated: created, direction: 'outbound-api', error_code: null, error_message: null, from },
    ...{
      messaging_service_sid: null,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: null,
      sid,
      status,
      to,
    },
    uri: `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`,
  }
}

function refuse(res: ServerResponse, status: number, code: number): void {
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  send(res, status, { code, message: 'The request was refused.', more_info, status })
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
