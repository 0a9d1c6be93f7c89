import { join } from 'node:path'
import { checkContract, operationsOnly } from '../../contract-tests/contract/contract.ts'
import { createReport, type Report } from '../../contract-tests/report.ts'
import type { InstalledServer, Place } from './installed.ts'

const maxPages = 3000
/** Three in four succeed on a server without a language model. */
const minSucceededShare = 0.6

/**
 * Makes the first call of the README with the installed server and its command line, then calls every method and page, since
 * each is loaded when it is first used.
 *
 * @returns a token for all services
 */
export async function checkServer(
  report: Report,
  place: Place,
  { url }: InstalledServer,
  programs: readonly string[],
): Promise<string> {
  const onedoor = (words: string, input = '') => place.run('npx', ['onedoor', ...words.split(' ')], { input })
  let token = ''
  await report.check('the first call of the README succeeds', async () => {
    await onedoor('account create alice --password-stdin', 'correct horse battery\n')
    await onedoor('account create omar --password-stdin', 'correct horse battery\n')
    token = (await onedoor('token create alice --services all --actions')).trim()
    await addAndGet(url, token)
  })
  await report.check('a call from the command line succeeds', async () => {
    const env = { ONEDOOR_URL: url, ONEDOOR_TOKEN: token }
    const printed = await place.run('npx', ['onedoor', 'notes', 'get', '--title', 'Groceries', '--output', 'json'], {
      env,
    })
    if (!printed.includes('Oats, lemons, coffee')) throw new Error(printed)
  })
  await onedoor('credits grant alice 100000')
  for (const program of programs) {
    // Without a parent it ends when it has loaded everything.
    const file = join(place.folder, 'node_modules/onedoor', program)
    await report.check(`${program} can be started`, () => place.run(process.execPath, [file]))
  }
  await report.check('every page and file that the public pages lead to is served', () => checkPages(url))
  await checkMethods(report, url, token)
  return token
}

async function addAndGet(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'Groceries', text: 'Oats, lemons, coffee' })
  const added = await fetch(`${url}/api/v1/notes/add`, { method: 'POST', headers, body })
  if (added.status !== 200) throw new Error(`notes.add returned ${added.status}: ${await added.text()}`)
  const got = await fetch(`${url}/api/v1/notes/get?title=groceries`, { headers })
  const { result } = (await got.json()) as { result?: { text?: string } }
  if (result?.text !== 'Oats, lemons, coffee') throw new Error(`notes.get returned ${JSON.stringify(result)}`)
}

/**
 * What is wrong with an installed server by the lines that were printed when its methods were called with their examples. A
 * 400 is a record of the example that an empty server lacks, not the package's fault; a note is a service that is not
 * configured. Both must be few.
 *
 * @param total how many methods were called
 */
export function methodFaults(lines: readonly string[], total: number): string[] {
  const lacking = lines.filter((line) => line.startsWith('note: ') || / with its example: returned 400: /.test(line))
  const faults = lines.filter((line) =>
    line.startsWith('✗') ? !/ with its example: returned 400: /.test(line) : /returned 50[0-24-9]/.test(line),
  )
  const succeeded = total - new Set(lacking.map((line) => line.split(' ')[1])).size
  if (succeeded >= total * minSucceededShare) return faults
  return [...faults, `Only ${succeeded} of ${total} methods succeeded with their examples.`, ...lacking]
}

/** Calls every method with its example. */
async function checkMethods(report: Report, url: string, token: string): Promise<void> {
  const lines: string[] = []
  const calls = createReport((line) => lines.push(line))
  const chosen = operationsOnly([])
  await checkContract(calls, { baseUrl: url, token }, chosen)
  const faults = methodFaults(lines, chosen.length)
  await report.check(`every method of the installed server responds as documented`, () => {
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  console.log(`calls of the installed server that were compared with the document: ${calls.counted.passed}`)
}

/** Follows the links and files of the pages, from the start page and the pages that no public page links to. */
async function checkPages(url: string): Promise<void> {
  // A Set is iterated in the order of insertion, including what is added on the way.
  const seen = new Set(['/', '/docs/try', '/settings', '/assistant', '/openapi.json', '/health/ready'])
  const faults: string[] = []
  for (const path of seen) {
    const response = await fetch(url + path, { redirect: 'manual', signal: AbortSignal.timeout(60_000) })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    if (response.status >= 500 || response.status === 404) faults.push(`${path} returned ${response.status}`)
    if (response.headers.get('content-type')?.startsWith('text/html') !== true) continue
    for (const [, linked = ''] of text.matchAll(/(?:href|src)="(\/(?!\/)[^"#?]*)/g)) {
      if (seen.size < maxPages) seen.add(linked)
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  console.log(`pages and files of the installed server that were read: ${seen.size}`)
}
