import { constants, setPriority } from 'node:os'
import { benchAccount } from './servers/notes-database.ts'

/** People at the sign-in page, each trying again as soon as the response has arrived, until stopped. */
let isOver = false
let count = 0
let everybody: Promise<unknown> | undefined

// In reality they are elsewhere; here their browsers must not take processor time from the measurement.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

process.on('message', (message: { url: string; atOnce: number } | 'stop') => {
  if (message === 'stop') {
    isOver = true
    const finished = count
    void everybody?.then(() => process.send?.(finished))
  } else {
    everybody = Promise.all(Array.from({ length: message.atOnce }, () => person(message.url)))
  }
})

async function person(url: string): Promise<void> {
  while (!isOver) {
    const page = await fetch(`${url}/signin`)
    const cookie = page.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(await page.text())?.[1] ?? ''
    const answer = await fetch(`${url}/signin`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ csrf_token, ...benchAccount }),
    })
    if (answer.status !== 303) throw new Error(`/signin returned ${answer.status}: ${await answer.text()}`)
    count += 1
  }
}
