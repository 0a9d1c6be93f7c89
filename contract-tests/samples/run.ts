/**
 * `npm run samples [-- LANGUAGE or FAMILY or OPERATION …]`: compiles and runs the published samples of every operation in
 * every language against a server with example data, and compares what they print with the document. Without arguments,
 * runs all. With `--sandbox`, a world of a sandbox takes the place of the server. The exit code is 1 when one failed.
 */
import { clockFrom, systemClock } from '../../src/runtime/base/clock.ts'
import { paidThrough, startObligingFacilitator } from '../../src/testing/payments.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { type LanguageName, languages } from '../../tools/codegen/targets/samples/index.ts'
import { operations } from '../document.ts'
import { tokenMaker } from '../example-people.ts'
import { createReport, type Report } from '../report.ts'
import { differences, differentSamples } from '../sandbox/differences.ts'
import { startExampleWorld } from '../sandbox/world.ts'
import { type RealServer, startRealServer, tokenFor } from '../server.ts'
import { playLanguage, type SampleServer } from './play.ts'
import { publishedIn } from './published.ts'
import { missingFor } from './toolchains.ts'

/** The time of the document's examples. */
const documentedTime = '2026-11-21T09:30:00.000Z'

const usage = `npm run samples [-- [--sandbox] NAME …]
NAMES are languages (${Object.keys(languages).join(', ')}), families and operations, such as: curl notes mail.read`

/** The languages and operations that the words name; all where they name none. @throws Error for an unknown word */
function chosenBy(words: readonly string[]) {
  const isLanguage = (word: string): word is LanguageName => Object.hasOwn(languages, word)
  const names = words.filter((word) => !isLanguage(word))
  const wrong = names.find((name) => !operations.some(({ id, family }) => name === id || name === family))
  if (wrong !== undefined) throw new Error(`There is no ${wrong}.\n${usage}`)
  const chosen = words.filter(isLanguage)
  return {
    languages: chosen.length > 0 ? chosen : (Object.keys(languages) as LanguageName[]),
    operations: operations.filter(
      ({ id, family }) => names.length === 0 || names.includes(id) || names.includes(family),
    ),
  }
}

/** A server whose clock begins at the time of the examples: what depends on the day is then as documented. */
async function startSampleServer(isWorld: boolean): Promise<SampleServer & { stop(): Promise<void> }> {
  const setting = `${Date.parse(documentedTime) - systemClock.now()}ms`
  const ONEDOOR_CLOCK = setting.startsWith('-') ? setting : `+${setting}`
  const clock = clockFrom(ONEDOOR_CLOCK)
  const { baseUrl, credentials, password, stop, username } = isWorld
    ? await startExampleWorld(clock.now())
    : await startPaidServer({ ONEDOOR_CLOCK })
  return {
    baseUrl,
    username,
    tokenOf: (operation) => tokenFor(credentials, operation),
    newToken: await tokenMaker(baseUrl, username, password),
    later: (laterMs) => new Date(clock.now() + laterMs).toISOString(),
    stop,
  }
}

/** A server that accepts every payment. */
async function startPaidServer(settings: Readonly<Record<string, string>>): Promise<RealServer> {
  const facilitator = await startObligingFacilitator()
  try {
    const server = await startRealServer({ ...settings, ...paidThrough(facilitator.url) })
    const stop = () => server.stop().finally(() => facilitator.stop())
    return { ...server, stop }
  } catch (failure) {
    await facilitator.stop()
    throw failure
  }
}

/** Runs the samples of one language on a new server. @returns how many were not run */
async function playAlone(
  report: Report,
  language: LanguageName,
  { chosen, isWorld }: { readonly chosen: readonly OperationFacts[]; readonly isWorld: boolean },
): Promise<number> {
  const missing = await missingFor(language)
  if (missing.length > 0) {
    const { length } = publishedIn(language, chosen)
    report.note(`${length} samples in ${language} were not run: they need ${missing.join(' and ')}`)
    return length
  }
  const server = await startSampleServer(isWorld)
  try {
    await playLanguage(report, language, chosen, server)
    return 0
  } finally {
    await server.stop()
  }
}

async function main(words: readonly string[]): Promise<boolean> {
  const isWorld = words.includes('--sandbox')
  const chosen = chosenBy(words.filter((word) => word !== '--sandbox'))
  const present = chosen.operations.filter(({ id }) => !(isWorld && (id in differences || id in differentSamples)))
  const report = createReport()
  let notRun = 0
  for (const language of chosen.languages) {
    try {
      notRun += await playAlone(report, language, { chosen: present, isWorld })
    } catch (failure) {
      await report.check(language, () => Promise.reject(failure))
    }
    report.closePart(language)
  }
  if (notRun > 0) report.note(`${notRun} samples were not run`)
  return report.close()
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
} catch (failure) {
  console.error((failure as Error).message)
  process.exitCode = 2
}
