import type { Browser } from 'playwright-core'
import { environment } from '../../base/environment.ts'
import { answerWork } from '../../base/supervised-work.ts'
import { openForwarder } from './forwarder.ts'

/** The browser to use: an installed one, or one that runs elsewhere. */
export type Launch = { readonly timeoutMs: number } & ({ readonly file: string } | { readonly url: string })

/**
 * What runs with a browser, outside the server. Its arguments and its result are cloned.
 *
 * @param proxy the address of the proxy, if the run has one
 */
type BrowserProgram<Args> = (browser: Browser, args: Args, proxy: string | undefined) => Promise<unknown>

/** One run of a program. */
export interface BrowserWork<Args> {
  readonly launch: Launch
  readonly args: Args
  readonly proxySocket: string | undefined
}

/** An error, of which the message is cut. */
export interface ProgramFailure {
  readonly name: string
  readonly message: string
}

interface ReplyFacts {
  /** Whether the browser was started for this work. */
  readonly hasStarted: boolean
  /** Whether the process can be used again. */
  readonly isSound: boolean
}

/** `ended` if the browser ended while the program ran. */
export type BrowserReply = ReplyFacts &
  (
    | { readonly outcome: 'done'; readonly result: unknown }
    | { readonly outcome: 'failed' | 'ended' | 'not started'; readonly failure: ProgramFailure }
  )

/**
 * In addition to the settings of a context: no name lookups and no connections except to the proxy, for any page; no UDP
 * outside it; and limited processes and scripts.
 */
const options = [
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
  '--disable-background-networking',
  '--disable-file-system',
  '--renderer-process-limit=8',
  '--js-flags=--max-old-space-size=256',
  '--mute-audio',
]

const maxMessageLength = 4000
let browser: Browser | undefined

/** The main loop of a process that `Chromium.run` starts: runs a program with a browser, which it starts when needed. */
export function answerBrowserWork<Args>(program: BrowserProgram<Args>): void {
  // In the background a browser could not load a page in time on a busy machine.
  answerWork<BrowserWork<Args>, BrowserReply>((work) => run(program, work), { isInBackground: false })
}

async function run<Args>(program: BrowserProgram<Args>, work: BrowserWork<Args>): Promise<BrowserReply> {
  const { launch, args, proxySocket } = work
  let hasStarted = false
  let used = browser
  try {
    if (!used?.isConnected()) {
      used = await start(launch)
      browser = used
      hasStarted = true
    }
  } catch (failure) {
    return { outcome: 'not started', failure: failureOf(failure), hasStarted, isSound: false }
  }
  try {
    await using forwarder = proxySocket === undefined ? undefined : await openForwarder(proxySocket)
    const result = await program(used, args, forwarder?.address)
    return { outcome: 'done', result, hasStarted, isSound: used.isConnected() }
  } catch (failure) {
    const isSound = used.isConnected()
    // After a timeout the browser may have been closed because the page kept it busy: that is no reason to try again.
    const hasEnded = !isSound && (failure as Error).name !== 'TimeoutError'
    return { outcome: hasEnded ? 'ended' : 'failed', failure: failureOf(failure), hasStarted, isSound }
  }
}

async function start(launch: Launch): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  if ('url' in launch) return await chromium.connectOverCDP(launch.url, { timeout: launch.timeoutMs })
  return await chromium.launch({
    executablePath: launch.file,
    // Chromium does not run its own sandbox as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: options,
    // Without this, windows that were not opened by a click would open.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
    env: { PATH: environment.PATH ?? '', HOME: '/nonexistent', LANG: 'C.UTF-8' },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: launch.timeoutMs,
  })
}

function failureOf(failure: unknown): ProgramFailure {
  const { name, message } = failure instanceof Error ? failure : new Error(String(failure))
  return { name: name.slice(0, 100), message: message.slice(0, maxMessageLength) }
}
