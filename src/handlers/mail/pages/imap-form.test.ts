import { setImmediate } from 'node:timers/promises'
import type { NextFunction, Request, Response } from 'express'
import { expect, test } from 'vitest'
import type { Site } from '#runtime/kit/site.ts'
import type { MailDeps } from '../index.ts'
import { imapPage } from '../providers/imap-login.ts'
import { imapRoutes } from './imap-form.ts'

test('a connection is recorded once its login is stored, and the person goes on once it is recorded', async () => {
  const steps: string[] = []
  const step = (name: string) => async () => {
    await setImmediate()
    steps.push(name)
  }
  const fields: Record<string, string> = { host: 'imap.example.org', encryption: 'tls', user: 'ada', password: 'x' }
  const form = { text: (name: string) => fields[name] ?? '' }
  const site = { visit: () => ({ accountId: 'account_1', form, recordConnection: step('recorded') }) }
  const deps = {
    limits: { exact: () => ({ take: async () => undefined }) },
    imapClient: { run: step('tried') },
    connections: { enter: step('stored') },
  }
  const routes = imapRoutes(site as unknown as Site, deps as unknown as MailDeps)
  await new Promise<void>((resolve, reject) => {
    const redirect = () => {
      steps.push('redirected')
      resolve()
    }
    const req = { method: 'POST', url: imapPage.slice('/settings'.length) } as Request
    routes(req, { once: () => undefined, redirect } as unknown as Response, reject as NextFunction)
  })
  expect(steps).toEqual(['tried', 'stored', 'recorded', 'redirected'])
})
