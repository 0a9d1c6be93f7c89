/**
 * `npm run mutating -- --seed N --shown`: puts mistakes into recorded responses of 60 GET and 40 POST operations and
 * counts how many the checks of responses notice: the schemas and the relations of the document. Without a seed, it
 * is 1; the same seed draws the same mistakes from the same records. `--shown` lists those that nothing noticed. Exit
 * code 1 if fewer than 90 % of the absurd mistakes or 60 % of the plausible ones are noticed.
 */
import { parseArgs } from 'node:util'
import { checkBody, checkRelations } from '../../src/testing/check-response.ts'
import { document } from '../document.ts'
import { recordedCalls } from '../recorded.ts'
import { createReport } from '../report.ts'
import { drawMutants, type Mutant } from './mutants.ts'
import { operators } from './operators.ts'

const { values } = parseArgs({ options: { seed: { type: 'string' }, shown: { type: 'boolean' } } })
const seed = Number(values.seed ?? 1)
const draw = { GET: 60, POST: 40 }
/** The shares that must be noticed. */
const goals = { absurd: 0.9, plausible: 0.6 }

function isNoticed({ exchange: { operationId, path, requestBody, status, now }, body }: Mutant): boolean {
  try {
    checkBody(operationId, status, body)
    checkRelations(operationId, status, body, { path, body: requestBody, now })
    return false
  } catch {
    return true
  }
}

const share = (noticed: number, all: number): string =>
  `${noticed} of ${all}${all === 0 ? '' : `, ${Math.round((noticed / all) * 100)} %`}`

console.log(`seed ${seed}`)
const report = createReport()
const mutants = drawMutants(document, await recordedCalls(report), draw, seed)
const results = mutants.map((mutant) => ({ mutant, noticed: isNoticed(mutant) }))
for (const kind of ['absurd', 'plausible'] as const) {
  console.log(`\n${kind}`)
  for (const { name } of operators.filter((operator) => operator.kind === kind)) {
    const own = results.filter(({ mutant }) => mutant.operator.name === name)
    console.log(`  ${name.padEnd(32)} ${share(own.filter(({ noticed }) => noticed).length, own.length)}`)
  }
  const all = results.filter(({ mutant }) => mutant.operator.kind === kind)
  const noticed = all.filter((each) => each.noticed).length
  console.log(`  ${'all'.padEnd(32)} ${share(noticed, all.length)}`)
  await report.check(`${kind} mistakes`, () => {
    if (noticed < goals[kind] * all.length)
      throw new Error(`${share(noticed, all.length)} were noticed; at least ${goals[kind] * 100} % must be.`)
  })
}
if (values.shown) {
  for (const { mutant } of results.filter(({ noticed }) => !noticed))
    console.log(`${mutant.operator.name}: ${mutant.exchange.operationId} ${mutant.text}`)
}
process.exitCode = report.close() ? 0 : 1
