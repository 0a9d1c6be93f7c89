import { z } from 'zod'
import type { GrantedKind } from '#runtime/outbound/connections/connection-kind.ts'
import { google } from '#runtime/outbound/connections/google.ts'
import { baseUrlSetting, type ProviderDescription } from '#runtime/outbound/description.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'

export const gmailSettings = {
  gmailBaseUrl: baseUrlSetting(
    'GMAIL_BASE_URL',
    'https://gmail.googleapis.com',
    'from which mail in connected Gmail accounts is fetched',
  ),
} as const

/** The connection to a person's mail at Google. */
export const gmail: GrantedKind = {
  name: 'gmail',
  title: 'Gmail',
  allows: 'search and read your mail at Gmail, without changing anything',
  authority: google,
  scopes: ['https://www.googleapis.com/auth/gmail.readonly'],
}

export const gmailProvider: ProviderDescription = {
  name: 'webmail',
  source: 'Gmail',
  baseUrl: gmailSettings.gmailBaseUrl,
  isCallersAccess: true,
  maxRunning: 16,
  maxBytes: 4 * 1024 * 1024,
  examples: async () => (await import('./gmail-examples.ts')).gmailExamples,
}

const header = z.object({ name: z.string(), value: z.string() })

/** A part of a message as Gmail describes it. Text is in `data` (base64url), or, if it is long, fetched by `attachmentId`. */
export interface GmailPart {
  readonly mimeType?: string | undefined
  readonly filename?: string | undefined
  readonly headers?: readonly z.infer<typeof header>[] | undefined
  readonly body?:
    | {
        readonly size?: number | undefined
        readonly data?: string | undefined
        readonly attachmentId?: string | undefined
      }
    | undefined
  readonly parts?: readonly GmailPart[] | undefined
}

const part: z.ZodType<GmailPart> = z.lazy(() =>
  z.object({
    mimeType: z.string().optional(),
    filename: z.string().optional(),
    headers: listOf(header).optional(),
    body: z
      .object({ size: z.number().optional(), data: z.string().optional(), attachmentId: z.string().optional() })
      .optional(),
    parts: listOf(part).optional(),
  }),
)

export const gmailMessage = z.object({
  id: z.string(),
  threadId: z.string(),
  labelIds: listOf(z.string()).default([]),
  internalDate: z.string().regex(/^\d{1,15}$/),
  payload: part,
})

export type GmailMessage = z.infer<typeof gmailMessage>

export const gmailPage = z.object({
  messages: listOf(z.object({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
})

export const gmailBody = z.object({ data: z.string() })

const leaf = 'mimeType,filename,body/size'
/** How deep the parts of a message are requested in a search. */
const nesting = 5

/** The fields of a message without its bodies. */
export const headerFields = `id,threadId,labelIds,internalDate,payload(headers,${partsTo(nesting)})`

function partsTo(depth: number): string {
  return depth === 0 ? leaf : `${leaf},parts(${partsTo(depth - 1)})`
}

/** The fields of a whole message. */
export const wholeFields = 'id,threadId,labelIds,internalDate,payload'
