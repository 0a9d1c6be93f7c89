/**
 * `npm run bench [-- WORD [ATTACK]]`: every ratio from one run, servers in turn, medians. WORD chooses the cases whose
 * name contains it. BENCH_ROUNDS and BENCH_SECONDS change the length.
 */
import { measureAgentTurns } from './agent-turns.ts'
import { measureAttacks } from './attacks.ts'
import { measureCallLog } from './call-log.ts'
import { measureFiles } from './files.ts'
import { measureFreeTime } from './free-time.ts'
import { measureGateway } from './gateway.ts'
import { measureGrowth } from './growth.ts'
import { cases, measureCase } from './http.ts'
import { measureIdle } from './idle.ts'
import { measureLinks } from './links.ts'
import { canPin } from './measure.ts'
import { measureNeighbours } from './neighbours.ts'
import { measurePages } from './pages.ts'
import { measureProcesses } from './processes.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureStarts } from './start-up.ts'
import { measureTracing } from './tracing.ts'
import { measureWorlds } from './worlds.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const durationS = Number(process.env.BENCH_SECONDS ?? 5)
const [word = '', attack] = process.argv.slice(2)
const others: Record<string, () => Promise<void>> = {
  'agent-turns': measureAgentTurns,
  attacks: () => measureAttacks(attack),
  'call-log': () => measureCallLog(rounds, durationS),
  files: () => measureFiles(rounds, durationS),
  'free-time': measureFreeTime,
  gateway: () => measureGateway(rounds, durationS),
  growth: measureGrowth,
  idle: measureIdle,
  links: () => measureLinks(rounds, durationS),
  neighbours: () => measureNeighbours(durationS, attack),
  pages: measurePages,
  processes: () => measureProcesses(rounds, durationS),
  'sign-ins': () => measureSignIns(rounds, durationS),
  start: () => measureStarts(rounds),
  tracing: () => measureTracing(rounds, durationS),
  worlds: () => measureWorlds(rounds),
}

const pinning = canPin ? 'server and load on a core each' : 'not pinned to cores, because taskset is missing'
console.log(`${rounds} rounds of ${durationS} s, ${pinning}\n`)
const isChosen = (name: string) => name.toLowerCase().includes(word.toLowerCase())
for (const each of cases) if (isChosen(each.name)) await measureCase(each, rounds, durationS)
for (const [name, measure] of Object.entries(others)) if (isChosen(name)) await measure()
