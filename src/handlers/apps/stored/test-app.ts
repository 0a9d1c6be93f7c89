import type { AppsHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { checkCalls } from '../check/call-checks.ts'
import { contractOfApps } from '../check/callable.ts'
import { reportOn } from '../check/source-check.ts'
import type { SourceChecker } from '../check/source-checker.ts'
import { visibleApp } from './apps.ts'

/** `apps.test`: what the source alone shows. Nothing of it is executed, and nothing is called. */
export function createAppTest(checker: SourceChecker): Pick<AppsHandlers<Context>, 'test'> {
  return {
    async test({ slug }, ctx) {
      const app = await visibleApp(slug, ctx)
      const { issues, calls: found } = await reportOn(checker, ctx.subject, app.html)
      const calls = await checkCalls(await contractOfApps(), found)
      const passed = issues.length === 0 && calls.every(({ ok }) => ok)
      return { slug: app.slug, passed, issues: [...issues], calls, text: textOf(issues, calls) }
    },
  }
}

interface Told {
  readonly message?: string
  readonly line?: number
  readonly ok?: boolean
  readonly operation?: string
}

function textOf(issues: readonly Told[], calls: readonly Told[]): string {
  const wrong = calls.filter(({ ok }) => !ok)
  const faults = [...issues, ...wrong]
  const lines = faults.map(({ message, line }) => `- ${line === undefined ? '' : `Line ${line}: `}${message}`)
  const head =
    faults.length === 0
      ? 'No faults found in the source.'
      : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} found in the source:\n${lines.join('\n')}\n`
  const names = [...new Set(calls.map(({ operation }) => operation))].join(', ')
  const checked =
    calls.length === 0
      ? 'It calls no service.'
      : `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} checked: ${names}.`
  return `${head} ${checked} This is not a run in a browser.`.replace('\n ', '\n')
}
