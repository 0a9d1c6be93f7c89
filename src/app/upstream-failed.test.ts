import { expect, test } from 'vitest'
import { type FailingCall, paid, withFailingProviders } from './fixtures/failing-providers.ts'

const providers = withFailingProviders('html')

const calls: FailingCall[] = [
  { id: 'agent.ask_named', args: { name: 'librarian', prompt: 'Hello' } },
  { id: 'files.driveread', args: { id: 'any' } },
  { id: 'mail.webmailread', args: { id: 'any' } },
  { id: 'sms.verify', args: { number: '+447700900456' } },
  { id: 'text.classify_body' },
  { id: 'text.extract_body' },
  { id: 'text.summarise_body' },
  { id: 'text.translate_body' },
]

test('an operation whose provider returns something other than data returns 502, and costs nothing', async () => {
  expect(await providers.oneAfterTheOther(calls)).toEqual(calls.map(({ id }) => `${id} 502`))
  expect(await providers.spent()).toBe(0)
})

test('a paid operation whose facilitator fails returns 502, and settles no payment', async () => {
  const payments = paid('apps.build', 'browser.shot', 'routes.eta')
  expect(await providers.oneAfterTheOther(payments)).toEqual(payments.map(({ id }) => `${id} 502`))
  const asked = providers.asked()
  expect(asked).toContain('/verify')
  expect(asked).not.toContain('/settle')
})
