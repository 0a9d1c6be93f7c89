import { describe, expect, test } from 'vitest'
import type { Delegate } from '#runtime/calls/caller.ts'
import { createRules } from '#runtime/policy/rules.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { type ErrorBody, forEachServer } from '#testing/server.ts'

const place = '/settings/rules'

forEachServer((server) => {
  const document = (rules: object[], tests: object[] = []) => ({
    document: JSON.stringify({ rules, tests }),
    action: 'save',
  })

  describe('the rules of an account', () => {
    test('are chosen as a preset, which then limits programs from their next call on, but not the person', async () => {
      const { account, visitor } = await signedInVisitor(server())
      expect((await visitor.get(place)).html).toMatch(/value="balanced" checked/)
      await account.ok('notes.add', { title: 'Before', text: 'x' })
      const { location } = await visitor.submit(place, `${place}/preset`, { preset: 'read-only' })
      expect(location).toBe(`${place}?done=saved`)
      expect((await visitor.get(place)).html).toMatch(/value="read-only" checked/)
      const denied = await account.call('notes.add', { title: 'After', text: 'x' })
      expect([denied.status, (denied.body as ErrorBody).code]).toEqual([403, 'permission_denied'])
      expect((await account.ok('notes.list', {})).items).toHaveLength(1)
      const browser = await account.inBrowser()
      await browser.ok('notes.add', { title: 'By the person', text: 'x' })
      await visitor.submit(place, `${place}/preset`, { preset: 'balanced' })
      await account.ok('notes.add', { title: 'Again', text: 'x' })
    })

    test('are one document, whose tests are shown with what was decided, and only tried on request', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const rule = { decision: 'deny', for: { kind: 'token' }, operation: 'notes.add' }
      const tests = [
        { for: { kind: 'token' }, operation: 'notes.add', expect: 'deny' },
        { for: { kind: 'agent' }, operation: 'notes.add', expect: 'deny' },
      ]
      const tried = await visitor.submit(place, place, { ...document([rule], tests), action: 'try' })
      expect(tried.html).toContain('1 of 2 tests fail. The rules were not saved.')
      await account.ok('notes.add', { title: 'Tried', text: 'x' })
      await visitor.submit(place, place, document([rule], tests))
      const { html } = await visitor.get(place)
      expect(html).toContain('1 of 2 tests fail.')
      expect(html).toContain('Deny notes.add')
      expect((await account.fails('notes.add', { title: 'Saved', text: 'x' })).body.code).toBe('permission_denied')
      const { store } = server()
      const recorded = await store.all(store.sql('audit_log').where({ action: 'rules_set', actor: account.username }))
      expect(recorded).toHaveLength(1)
    })

    test('count for a run that is in progress, from its next call on, in the time zone of the account', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const { id, username } = account
      const caller: Delegate = {
        ...{ kind: 'delegated', origin: 'agent', rights: undefined, credentialId: undefined },
        account: { id, username, isAdmin: false, isNamespaceAdmin: false, namespace: 'onedoor' },
        trust: { isTainted: false, chosen: [], spentMicroCredits: 0, run: 'run_1', actor: { kind: 'agent' } },
      }
      const add = async (title: string) => {
        const args = { title, text: 'x' }
        const { error } = await server().calls.run({ operationId: 'notes.add', args, caller, requestId: 'request_1' })
        return error?.code
      }
      expect(await add('First')).toBeUndefined()
      // The clock of the server is at 09:30 UTC.
      const inTokyo = { decision: 'deny', for: { kind: 'agent' }, hours: { from: '18:00', to: '19:00' } }
      await visitor.submit(place, place, document([inTokyo]))
      expect(await add('Second')).toBeUndefined()
      await visitor.submit('/settings', '/settings/profile', { display_name: '', time_zone: 'Asia/Tokyo' })
      expect(await add('Third')).toBe('permission_denied')
    })

    test('are added one by one in a form, and removed again', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const { store } = server()
      const token = await store.get<{ id: string }>(store.sql('tokens').select('id').where({ account_id: account.id }))
      await visitor.submit(place, place, document([{ decision: 'ask', effect: 'destroys' }]))
      const add = (fields: Record<string, string>) => visitor.submit(place, `${place}/add`, fields)
      const added = await add({
        ...{ decision: 'deny', for: `token:${token?.id}`, operation: 'notes.add', effect: '', object: ' Diary ' },
        ...{ recipients: '', above_credits: '', hours_from: '09:00', hours_to: '10:00' },
      })
      expect(added.location).toBe(`${place}?done=saved`)
      // The clock of the server is at 09:30 UTC.
      expect((await account.call('notes.add', { title: 'Diary', text: 'x' })).status).toBe(403)
      await account.ok('notes.add', { title: 'Other', text: 'x' })
      await add({ decision: 'ask', for: 'app', recipients: 'unknown', above_credits: '2.5' })
      expect((await createRules(server()).get(account.id)).rules).toEqual([
        { decision: 'ask', effect: 'destroys' },
        {
          ...{ decision: 'deny', for: { kind: 'token', id: token?.id }, operation: 'notes.add', object: 'Diary' },
          hours: { from: '09:00', to: '10:00' },
        },
        { decision: 'ask', for: { kind: 'app' }, recipients: 'unknown', above_credits: 2.5 },
      ])
      const { html } = await visitor.get(place)
      const [, rule = ''] = /name="rule" value="([^"]*notes\.add[^"]*)"/.exec(html) ?? []
      const remove = () => visitor.submit(place, `${place}/remove`, { rule: rule.replaceAll('&quot;', '"') })
      expect((await remove()).location).toBe(`${place}?done=removed`)
      await account.ok('notes.add', { title: 'Diary', text: 'x' })
      expect((await createRules(server()).get(account.id)).rules).toHaveLength(2)
      const again = await remove()
      expect([again.status, again.html.includes('already been removed or changed')]).toEqual([400, true])
      expect((await visitor.post(`${place}/add`, { decision: 'deny' })).status).toBe(403)
    })

    test('that several windows add at once are all stored', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const objects = ['a', 'b', 'c', 'd']
      await Promise.all(
        objects.map((object) =>
          visitor.submit(place, `${place}/add`, { decision: 'deny', operation: 'notes.add', object }),
        ),
      )
      const { rules } = await createRules(server()).get(account.id)
      expect(rules.map(({ object }) => object).sort()).toEqual(objects)
    })

    test.each([
      [{ decision: 'allow', object: 'a' }, 'Method must be given: a rule allows one method'],
      [{ decision: 'deny', above_credits: 'many' }, 'Costs more credits than must be a number of credits'],
      [{ decision: 'deny', hours_from: '9' }, 'From must be a time of day'],
      [{ decision: 'deny', hours_from: '09:00' }, 'To must be a time of day'],
    ])('that are added with a fault are rejected beside the field: %o', async (fields, fault) => {
      const { account, visitor } = await signedInVisitor(server())
      const { status, html } = await visitor.submit(place, `${place}/add`, fields as Record<string, string>)
      expect([status, html.includes(fault)]).toEqual([400, true])
      expect(html).toContain(`value="${fields.decision}" selected`)
      expect((await createRules(server()).get(account.id)).rules).toEqual([])
    })

    test('that are no valid document are rejected with the fault, and what was sent is shown again', async () => {
      const { visitor } = await signedInVisitor(server())
      const { status, html } = await visitor.submit(place, place, document([{ decision: 'never' }]))
      expect([status, html.includes('rules[0].decision')]).toEqual([400, true])
      expect(html).toContain('&quot;never&quot;')
      const unknown = await visitor.submit(place, `${place}/preset`, { preset: 'loose' })
      expect(unknown.status).toBe(400)
    })

    test('are changed by the signed-in person alone, with the token of the form', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const forged = await visitor.post(`${place}/preset`, { preset: 'read-only' })
      expect(forged.status).toBe(403)
      const byToken = await fetch(`${server().url}${place}/preset`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Authorization: `Bearer ${account.token}` },
        body: new URLSearchParams({ preset: 'careful' }),
      })
      expect(byToken.status).toBe(401)
      expect(await createRules(server()).get(account.id)).toMatchObject({ preset: 'balanced' })
    })

    test('that ask let a program call once its person has approved, and "always" is listed and revocable there', async () => {
      const { account, visitor } = await signedInVisitor(server())
      await visitor.submit(
        place,
        place,
        document([{ decision: 'ask', for: { kind: 'token' }, operation: 'notes.add' }]),
      )
      const note = { title: 'Asked', text: 'x' }
      const { body } = await account.fails('notes.add', note)
      expect(body.code).toBe('approval_required')
      const [pending] = (await server().approvals.list(account.id, 'pending', { offset: 0, limit: 2 })).approvals
      await visitor.submit('/approvals', '/approvals', { id: pending?.id ?? '', decision: 'always' })
      await account.ok('notes.add', note)
      await account.ok('notes.add', note)
      expect((await visitor.get(place)).html).toContain('Always allow notes.add')
      const { location } = await visitor.submit(place, `${place}/revoke`)
      expect(location).toBe(`${place}?done=revoked`)
      expect((await account.fails('notes.add', note)).body.code).toBe('approval_required')
    })

    test('of one account do not limit another', async () => {
      const [{ visitor }, other] = [await signedInVisitor(server()), await server().account()]
      await visitor.submit(place, `${place}/preset`, { preset: 'read-only' })
      await other.ok('notes.add', { title: 'Mine', text: 'x' })
    })

    test('distinguish contacts from others, and a contact that was written after text by others does not count', async () => {
      const { account, visitor } = await signedInVisitor(server())
      await account.ok('contacts.add', { name: 'Ann', email: 'Ann@example.net' })
      await account.ok('contacts.add', { name: 'Mallory', email: 'mallory@example.net' })
      const { store } = server()
      await store.run(store.sql('contacts').where({ owner: account.id, name: 'Mallory' }).update({ by_others: true }))
      const to = (address: string, expect: string) => ({
        ...{ for: { kind: 'token' }, operation: 'mail.send', expect },
        arguments: { to: address, subject: 'x', body: 'x' },
      })
      const tests = [to('ann@example.net', 'allow'), to('mallory@example.net', 'deny'), to('eve@example.net', 'deny')]
      await visitor.submit(place, place, document([{ decision: 'deny', recipients: 'unknown' }], tests))
      expect((await visitor.get(place)).html).toContain('All 3 tests pass.')
      const denied = await account.fails('mail.send', { to: 'mallory@example.net', subject: 'x', body: 'x' })
      expect(denied.body.code).toBe('permission_denied')
    })
  })
})
