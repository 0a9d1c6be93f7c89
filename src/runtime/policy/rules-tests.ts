import type { Operation } from '#generated/server/operations.ts'
import { operationsById } from '../approvals/operation-facts.ts'
import { decide } from './decide.ts'
import { type ContactsAmong, recipientsOf, rulesInEffect } from './rules.ts'
import type { RulesDocument, RuleTest } from './rules-document.ts'
import type { Decision, Trust } from './types.ts'

/** A test of a rules document with what the rules decide. */
export interface RuleTestResult extends RuleTest {
  readonly decision: Decision['kind']
  /** Why it is not allowed. */
  readonly reason: string | undefined
}

/** What the tests of a document are about. */
export interface TestedAccount {
  readonly id: string
  /** IANA name. */
  readonly timeZone: string
  readonly nowMs: number
}

/** Decides the calls of a document's tests by its rules, as the pipeline would. Nothing is called. */
export async function runRuleTests(
  document: RulesDocument,
  account: TestedAccount,
  contactsAmong: ContactsAmong,
): Promise<RuleTestResult[]> {
  const results: RuleTestResult[] = []
  for (const test of document.tests) {
    const operation = operationsById.get(test.operation)
    // A method of an earlier version of the API.
    if (operation) results.push({ ...test, ...(await decided(document, test, { operation, account, contactsAmong })) })
  }
  return results
}

async function decided(
  document: RulesDocument,
  { for: { kind, id }, arguments: args, tainted, at }: RuleTest,
  about: { operation: Operation; account: TestedAccount; contactsAmong: ContactsAmong },
): Promise<Pick<RuleTestResult, 'decision' | 'reason'>> {
  const { operation, account, contactsAmong } = about
  const actor = { kind, id }
  const recipients = recipientsOf({ operation, args })
  const contacts = await contactsAmong(account.id, recipients)
  const rules = rulesInEffect(document, {
    ...{ operation, args, actor, credentialId: id, timeZone: account.timeZone },
    areContacts: recipients.every((each) => contacts.has(each)),
    nowMs: at === undefined ? account.nowMs : Date.parse(at),
  })
  // A program with an ordinary token decides for itself what it does with what it reads.
  const trust: Trust = { isTainted: tainted && kind !== 'token', chosen: [], spentMicroCredits: 0, actor }
  const decision = decide(operation, args, trust, rules)
  return { decision: decision.kind, reason: decision.kind === 'allow' ? undefined : decision.reason }
}
