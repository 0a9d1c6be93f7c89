import type { Operation } from '#generated/server/operations.ts'
import { DEFAULT_ZONE } from '../accounts/profiles.ts'
import type { Actor } from '../approvals/types.ts'
import type { Clock } from '../base/clock.ts'
import { invalidArgument } from '../base/errors.ts'
import { MICRO_CREDITS_PER_CREDIT } from '../money/amounts.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/types.ts'
import {
  type DocumentRule,
  defaultDocument,
  maxDocumentBytes,
  presetRules,
  type RuleSubject,
  type RulesDocument,
} from './rules-document.ts'
import { isWithin } from './rules-hours.ts'
import type { Arguments, Rule } from './types.ts'

/** The call that rules are needed for. */
export interface RuledCall {
  readonly operation: Pick<Operation, 'argumentKinds'>
  readonly args: Arguments
  readonly actor: Actor
  /** The token or app's grant with whose rights the call is made. */
  readonly credentialId: string | undefined
}

/** Which of some recipients are contacts of the account. */
export type ContactsAmong = (accountId: string, recipients: readonly string[]) => Promise<ReadonlySet<string>>

/** A document with what its conditions depend on. */
interface Situation extends RuledCall {
  readonly nowMs: number
  /** IANA name. */
  readonly timeZone: string
  /** Whether each recipient of the call is a contact. */
  readonly areContacts: boolean
}

const find = statement<{ account: string }>((sql, param) =>
  sql('account_rules')
    .select('account_rules.document', 'accounts.time_zone')
    .join('accounts', 'accounts.id', 'account_rules.account_id')
    .where({ 'account_rules.account_id': param('account') }),
)

const save = statement<{ account: string; document: string; now: number }>((sql, param) =>
  sql('account_rules')
    .insert({ account_id: param('account'), document: param('document'), updated_at: param('now') })
    .onConflict('account_id')
    .merge(['document', 'updated_at']),
)

interface Found {
  readonly document: RulesDocument
  readonly timeZone: string
}

/** The rules of the accounts in this store. They are read for each call, so that a change counts from the next one on. */
export function createRules({ store, clock }: { store: Pick<Store, 'get' | 'run'>; clock: Clock }) {
  async function findOf(accountId: string): Promise<Found | undefined> {
    const row = await store.get<{ document: string; time_zone: string | null }>(find({ account: accountId }))
    return (
      row && { document: { ...defaultDocument, ...JSON.parse(row.document) }, timeZone: row.time_zone ?? DEFAULT_ZONE }
    )
  }
  return {
    async get(accountId: string): Promise<RulesDocument> {
      return (await findOf(accountId))?.document ?? defaultDocument
    },
    /**
     * @param document as `parseRules` returns it
     * @throws ApiError invalid_argument if it is too large with its defaults
     */
    async set(accountId: string, document: RulesDocument): Promise<void> {
      const text = JSON.stringify(document)
      if (Buffer.byteLength(text) > maxDocumentBytes)
        throw invalidArgument('document', `must be at most ${maxDocumentBytes} bytes`)
      await store.run(save({ account: accountId, document: text, now: clock.now() }))
    },
    /** The rules of an account that can match a call now. */
    async forCall(accountId: string, call: RuledCall, contactsAmong: ContactsAmong): Promise<readonly Rule[]> {
      const found = await findOf(accountId)
      if (!found) return []
      const { document, timeZone } = found
      const recipients = recipientsOf(call)
      const needsContacts = recipients.length > 0 && document.rules.some((rule) => rule.recipients)
      const contacts = needsContacts ? await contactsAmong(accountId, recipients) : new Set()
      const areContacts = recipients.every((each) => contacts.has(each))
      return rulesInEffect(document, { ...call, timeZone, areContacts, nowMs: clock.now() })
    },
  }
}

export type Rules = ReturnType<typeof createRules>

/** The rules of a document whose conditions on caller, time and recipients hold. */
export function rulesInEffect({ preset, rules }: RulesDocument, situation: Situation): Rule[] {
  return [...presetRules[preset], ...rules]
    .filter((rule) => isInEffect(rule, situation))
    .map(({ decision, operation, effect, object, above_credits: credits }) => ({
      ...{ decision, operation, effect, object },
      aboveMicroCredits: credits === undefined ? undefined : Math.round(credits * MICRO_CREDITS_PER_CREDIT),
    }))
}

function isInEffect({ for: subject, hours, recipients }: DocumentRule, situation: Situation): boolean {
  if (subject && !isSubject(subject, situation)) return false
  if (hours && !isWithin(hours, situation.nowMs, situation.timeZone)) return false
  if (recipients === undefined) return true
  if (recipientsOf(situation).length === 0) return false
  return situation.areContacts === (recipients === 'known')
}

/** The kinds of callers that a rule's kind means. */
const meant: Readonly<Record<RuleSubject['kind'], readonly Actor['kind'][]>> = {
  agent: ['agent', 'work', 'event'],
  app: ['app'],
  mcp: ['mcp'],
  token: ['token'],
}

/** A named token is meant in every way in which it calls: otherwise it could ask the agent to do what is denied to itself. */
function isSubject({ kind, id }: RuleSubject, { actor, credentialId }: RuledCall): boolean {
  // The rights of background work have the scopes after the id.
  if (id !== undefined && (kind === 'token' || kind === 'mcp')) return credentialId?.split(' ')[0] === id
  return meant[kind].includes(actor.kind) && (id === undefined || actor.id === id)
}

/** The recipients that a call names. */
export function recipientsOf({ operation, args }: Pick<RuledCall, 'operation' | 'args'>): string[] {
  return Object.entries(operation.argumentKinds).flatMap(([name, kind]) => {
    if (kind !== 'recipient') return []
    return [args[name]].flat().filter((each) => typeof each === 'string' && each !== '') as string[]
  })
}
