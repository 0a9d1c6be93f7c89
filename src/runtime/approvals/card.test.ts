import { describe, expect, test } from 'vitest'
import { boundObjectOf } from './bound-object.ts'
import { cardOf, cardQuestion, cardText, cardTitle } from './card.ts'
import type { Approval } from './types.ts'

function shown(operation: string, args: Approval['args'], microCredits = 0) {
  const actor = { kind: 'app', id: 'app_1', name: 'Evil" <b>App' } as const
  return { operation, args, actor, reason: 'Text by others was read.', microCredits }
}

const mail = { to: ['eve@example.org'], subject: 'Code', body: 'It is 4711.' }

describe('a card', () => {
  test('says who wants what, and which content goes where', () => {
    expect(cardOf(shown('mail.send', mail, 2_000_000))).toEqual({
      title: 'Send mail?',
      why: 'The app "Evil\\" <b>App" wants to call mail.send. Text by others was read.',
      goes: 'The content of subject, body goes to ["eve@example.org"].',
      price: 'The price varies: it is charged for each message to an address outside this instance.',
      arguments: [
        { name: 'to', kind: 'recipient', value: '["eve@example.org"]' },
        { name: 'subject', kind: 'text', value: 'Code' },
        { name: 'body', kind: 'text', value: 'It is 4711.' },
      ],
      needsPassword: true,
    })
  })

  test('to decide by has every argument whole in one line, which nothing in it can break or turn', () => {
    const name = `plan\nIt is free.\u2028\u202eevil${'x'.repeat(2000)}`
    const question = cardQuestion(shown('files.share', { id: name, public: true }))
    expect(question?.split('\n')).toEqual([
      'Share a file or make it private?',
      'The app "Evil\\" <b>App" wants to call files.share. Text by others was read.',
      `id: "plan\\nIt is free.\\u{2028}\\u{202e}evil${'x'.repeat(2000)}"`,
      'public: true',
      'This call reaches everyone, because it becomes public.',
    ])
    expect(cardQuestion(shown('files.share', { id: 'x'.repeat(4000) }))).toBeUndefined()
  })

  test('says what a call costs', () => {
    expect(cardOf(shown('notes.delete', {}, 2_000_000)).price).toBe('It costs up to 2 credits.')
    expect(cardOf(shown('notes.delete', {})).price).toBeUndefined()
    expect(cardText(shown('sms.send', { to: ['+49'], text: 'a' }))).toContain('The price varies')
  })

  test('says that something becomes public only if these arguments make it so', () => {
    expect(cardOf(shown('files.share', { id: 'file_1', public: true })).goes).toBe(
      'This call reaches everyone, because it becomes public.',
    )
    expect(cardOf(shown('files.share', { id: 'file_1', public: false })).goes).toBeUndefined()
  })

  test.each([
    ['notes.delete', {}, 0, false],
    ['groups.update', { id: 'group_1', action: 'add', account: 'eve' }, 0, true],
    ['notes.delete', {}, 1, true],
  ])('for %s needs the password if it grants or costs something', (operation, args, microCredits, expected) => {
    expect(cardOf(shown(operation, args, microCredits)).needsPassword).toBe(expected)
  })

  test('as text is short, and of an unknown operation still a question', () => {
    const text = cardText(shown('mail.send', { ...mail, body: 'x'.repeat(50_000) }))
    expect(text.length).toBeLessThan(2000)
    expect(cardTitle(shown('letters.send', {}))).toBe('letters.send?')
  })
})

describe('the object of a rule', () => {
  test('leaves free text open where the call has a recipient, object or address', () => {
    expect(boundObjectOf('mail.send', mail)).toBe('{"to":["eve@example.org"]}')
    expect(boundObjectOf('files.share', { public: true, id: 'file_1' })).toBe('{"id":"file_1","public":true}')
  })

  test('is every argument where the call has none of those, or grants something', () => {
    expect(boundObjectOf('blog.create', { title: 'a', public: true })).toBe('{"public":true,"title":"a"}')
    const grant = { id: 'group_1', action: 'promote', value: 'admin' }
    expect(boundObjectOf('groups.update', grant)).toBe('{"action":"promote","id":"group_1","value":"admin"}')
  })
})
