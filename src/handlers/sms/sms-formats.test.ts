import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePhoneNumber, segmentsOf } from './draft.ts'
import { isSigned, keywordIn, signatureOf } from './webhooks.ts'

test('the signature is that of the example in the documentation of Twilio', () => {
  const form = new URLSearchParams({
    ...{
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    },
  })
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(signatureOf(url, form, '12345')).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  expect(isSigned(url, form, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', '12345')).toBe(true)
  for (const given of [undefined, '', 'RSOYDt4T1cUTdK1PDd93/VVr8B8', 'rSOYDt4T1cUTdK1PDd93/VVr8B8='])
    expect(isSigned(url, form, given, '12345')).toBe(false)
})

test('a changed field, value or address is not signed', () => {
  const field = fc.tuple(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ maxLength: 8 }))
  fc.assert(
    fc.property(
      fc.array(field, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.string({ minLength: 1 }),
      (fields, at, more) => {
        const signature = signatureOf('https://door.example/', new URLSearchParams(fields), 'token')
        const changed = fields.map(([name, value], index): [string, string] => [
          name,
          index === at % fields.length ? value + more : value,
        ])
        return (
          isSigned('https://door.example/', new URLSearchParams(fields), signature, 'token') &&
          !isSigned(`https://door.example/${more}`, new URLSearchParams(fields), signature, 'token') &&
          signatureOf('', new URLSearchParams(changed), 'token') !==
            signatureOf('', new URLSearchParams(fields), 'token')
        )
      },
    ),
    { numRuns: 200 },
  )
})

test.each([
  [1, 'a'.repeat(160)],
  [2, 'a'.repeat(161)],
  [2, 'a'.repeat(306)],
  [3, 'a'.repeat(307)],
  [3, 'a'.repeat(459)],
  [4, 'a'.repeat(460)],
  [1, '€'.repeat(80)],
  [2, '€'.repeat(81)],
  [1, 'ą'.repeat(70)],
  [2, 'ą'.repeat(71)],
  [3, 'ą'.repeat(201)],
  [4, 'ą'.repeat(202)],
  [1, '🙂'.repeat(35)],
  [2, '🙂'.repeat(36)],
])('%d segments: %s', async (count, text) => {
  expect(await segmentsOf(text)).toBe(count)
})

test('a letter more never takes fewer segments', async () => {
  const letters = fc.stringMatching(/^[a-zA-Z0-9 €[\]{}ąж🙂]{0,400}$/u)
  await fc.assert(
    fc.asyncProperty(letters, fc.constantFrom('a', '€', 'ж', '🙂'), async (text, more) => {
      expect(await segmentsOf(text + more)).toBeGreaterThanOrEqual(await segmentsOf(text))
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['STOP', 'stop'],
  [' Stop! ', 'stop'],
  ['unsubscribe', 'stop'],
  ['Start', 'start'],
  ['HELP', 'help'],
  ['Please stop', undefined],
  ['stop it', undefined],
  ['', undefined],
])('%j is %s', (text, keyword) => {
  expect(keywordIn(text)).toBe(keyword)
})

test.each([
  ['+447700900123', '+447700900123'],
  ['+44 (7700) 900-123', '+447700900123'],
  ['+44.7700.900.123', '+447700900123'],
  ['+４４７７００９００１２３', '+447700900123'],
])('%j is the number %s', async (text, number) => {
  expect((await parsePhoneNumber(text, 'to')).number).toBe(number)
})

test.each([
  '',
  '+',
  '++447700900123',
  '07700900123',
  '447700900123',
  '00447700900123',
  '+44123',
  '+4477009001234',
  `+44${'7'.repeat(300)}`,
  '+44 7700 900123 and +44 7700 900124',
  '+447700900123,+447700900124',
  '+44CALLMENOW',
  '+44999',
  '+0447700900123',
  '+999123456789',
  'whatsapp:+447700900123',
  '+447700900123\r\nBody: x',
  '+449098790123',
  '+448001111111',
])('%j is refused as a number', async (text) => {
  await expect(parsePhoneNumber(text, 'to')).rejects.toMatchObject({ code: 'invalid_argument' })
})
