import type { Handler } from '#generated/server/handlers.ts'
import { checkCalls, faultLines } from '../check/callable.ts'
import { visibleApp } from '../find-app.ts'
import type { AppsDeps } from '../index.ts'

/** Runs neither the source nor the calls in it. */
export default ({ checker }: AppsDeps): Handler<'apps.test'> =>
  async (args, ctx) => {
    const { slug, html } = await visibleApp(ctx, args.slug)
    const { issues, calls: found } = await checker.source(ctx.subject, html)
    const calls = checkCalls(found)
    const faults = faultLines(issues, calls)
    return { slug, passed: faults.length === 0, issues: [...issues], calls, text: textOf(faults, calls) }
  }

function textOf(faults: readonly string[], calls: readonly { readonly operation: string }[]): string {
  const head =
    faults.length === 0
      ? 'No faults found in the source. '
      : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} found in the source:\n${faults.map((line) => `- ${line}\n`).join('')}`
  const names = [...new Set(calls.map(({ operation }) => operation))].join(', ')
  const checked =
    calls.length === 0
      ? 'No calls found.'
      : `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} checked: ${names}.`
  return `${head}${checked} The app may call more than was found. This is not a run in a browser.`
}
