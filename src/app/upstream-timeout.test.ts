import { expect, test } from 'vitest'
import { type FailingCall, paid, withFailingProviders } from './fixtures/failing-providers.ts'

const providers = withFailingProviders('silent')

const calls: FailingCall[] = [
  { id: 'agent.ask', args: { prompt: 'Hello' } },
  { id: 'agent.ask_named', args: { name: 'librarian', prompt: 'Hello' } },
  { id: 'files.driveread', args: { id: 'any' } },
  { id: 'files.drivesearch', args: {} },
  { id: 'images.generate' },
  { id: 'mail.webmailread', args: { id: 'any' } },
  { id: 'mail.webmailsearch', args: {} },
  { id: 'sms.send' },
  { id: 'sms.verify', args: { number: '+447700900456' } },
  { id: 'text.classify' },
  { id: 'text.classify_body' },
  { id: 'text.extract' },
  { id: 'text.extract_body' },
  { id: 'text.summarise' },
  { id: 'text.summarise_body' },
  { id: 'text.translate' },
  { id: 'text.translate_body' },
]

test('an operation whose provider does not respond in time returns 504, and costs nothing', async () => {
  expect(await providers.together(calls)).toEqual(calls.map(({ id }) => `${id} 504`))
  expect(await providers.spent()).toBe(0)
})

test('a paid operation whose facilitator fails returns 504, and settles no payment', async () => {
  const payments = paid(
    'apps.build',
    'browser.read',
    'browser.shot',
    'routes.directions',
    'routes.eta',
    'routes.nearest',
  )
  expect(await providers.together(payments)).toEqual(payments.map(({ id }) => `${id} 504`))
  const asked = providers.asked()
  expect(asked).toContain('/verify')
  expect(asked).not.toContain('/settle')
})
