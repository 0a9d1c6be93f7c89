/**
 * `npm run drills [-- WORD]`: what an instance of several processes promises, with real processes: PostgreSQL, NATS and
 * an S3 store are started, killed and restarted. WORD chooses the drills whose name contains it. Prints a line for each;
 * the exit code is 1 if one failed.
 */
import { newPostgres, openInstance } from './instance.ts'
import { rollingRestart } from './restart.ts'

/** What a drill found: a sentence with its figures, and whether the promise held. */
interface Finding {
  readonly isKept: boolean
  readonly detail: string
}

const drills: Record<string, (stack: AsyncDisposableStack) => Promise<Finding>> = {
  async restart(stack) {
    const instance = stack.use(await openInstance(await newPostgres(stack)))
    const { made, failures, lost } = await rollingRestart(instance, 200, 3)
    const detail = `${made} calls at 200/s, six restarts: ${failures.length} failed, ${lost} confirmed notes lost`
    return { isKept: made > 0 && failures.length + lost === 0, detail: [detail, ...new Set(failures)].join('\n  ') }
  },
}

const [word = ''] = process.argv.slice(2)
for (const [name, drill] of Object.entries(drills)) {
  if (!name.includes(word)) continue
  await using stack = new AsyncDisposableStack()
  const { isKept, detail } = await drill(stack)
  console.log(`${isKept ? 'kept  ' : 'BROKEN'} ${name}: ${detail}`)
  if (!isKept) process.exitCode = 1
}
