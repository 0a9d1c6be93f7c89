import { Gauge } from '#runtime/base/metrics.ts'
import type { Boxes } from '#runtime/isolation/boxes/types.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { findBox, ownerlessBoxes, remove } from './rows.ts'
import { createShell } from './run-in-sandbox.ts'
import { boxesOf, findingOf } from './sandboxes.ts'
import type { shellSettings } from './settings.ts'

/** Opens the sandboxes of accounts. Nothing of them is looked at before it is needed, but how the machine can confine them. */
export function openShell(world: FamilyWorld<typeof shellSettings>): OpenFamily<'shell'> {
  const { settings, store, log, metrics } = world
  const boxes = boxesOf(settings, log)
  if (boxes) {
    measure(boxes, metrics)
    void tell(boxes, log)
  }
  return {
    handlers: createShell({ ...world, boxes }),
    schedules: [
      { name: 'shell.collect', times: '*/5 * * * *', ifMissed: 'once', run: (signal) => collect(store, boxes, signal) },
    ],
    archives: [{ folder: 'shell', of: (account, signal) => workOf(store, boxes, account, signal) }],
    health: async () => [
      boxes ? findingOf(await boxes.state(), boxes) : { what: 'shell', state: 'off', detail: 'SHELL_ENGINE=off' },
    ],
    ...(boxes ? { close: () => boxes.close() } : {}),
  }
}

/** Says at the start what this machine cannot limit, or that it cannot confine at all. */
async function tell(boxes: Boxes, log: FamilyWorld['log']): Promise<void> {
  try {
    const state = await boxes.look()
    if (state.kind === 'missing') log.info({ reason: state.reason }, 'shell not available')
    else if (state.unlimited.length > 0) log.warn({ unlimited: state.unlimited }, 'shell not fully limited')
  } catch (err) {
    log.warn({ err }, 'shell cannot be examined')
  }
}

/** Deletes the sandboxes of accounts that were deleted: first what they hold, then the record that they exist. */
async function collect(store: FamilyWorld['store'], boxes: Boxes | undefined, signal: AbortSignal): Promise<void> {
  for (;;) {
    const some = await ownerlessBoxes(store)
    for (const box of some) {
      signal.throwIfAborted()
      await boxes?.remove(box)
      await store.run(remove({ id: box.id }))
    }
    if (some.length === 0) return
  }
}

/** `/work` of an account for its archive, as one file that was made inside the sandbox: names and links in it are the account's. */
async function* workOf(store: FamilyWorld['store'], boxes: Boxes | undefined, account: string, signal: AbortSignal) {
  const box = await findBox(store, account)
  if (!boxes || !box || !(await boxes.has(box))) return
  yield { name: 'work.tar', bytes: await boxes.archive(box, signal) }
}

function measure(boxes: Boxes, registry: FamilyWorld['metrics']): void {
  new Gauge({
    name: 'onedoor_sandbox_runs',
    help: 'Commands that run in sandboxes of accounts',
    registers: [registry],
    collect() {
      this.set(boxes.running)
    },
  })
  new Gauge({
    name: 'onedoor_sandbox_waiting',
    help: 'Commands that wait for their turn in a sandbox',
    registers: [registry],
    collect() {
      this.set(boxes.waiting)
    },
  })
  new Gauge({
    name: 'onedoor_sandbox_failures',
    help: 'How often a sandbox did not start, since the server started',
    registers: [registry],
    collect() {
      this.set(boxes.failures)
    },
  })
  new Gauge({
    name: 'onedoor_sandbox_works',
    help: 'Whether commands can be confined on this machine: 1 if so, 0 if not, absent until one was to run',
    registers: [registry],
    collect() {
      if (boxes.known) this.set(boxes.known.kind === 'works' ? 1 : 0)
    },
  })
}
