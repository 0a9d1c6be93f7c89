import { type StepResult, single } from './report.ts'

/** One step of a run. */
export interface Step {
  readonly name: string
  /** The steps of a lane run one after the other; lanes run beside each other. */
  readonly lane: string
  /** Earlier steps of other lanes that must have ended before it starts, passed or not. */
  readonly after?: readonly Step[]
  run(): Promise<StepResult>
}

/** A finished step. */
export interface Ended {
  readonly step: Step
  readonly result: StepResult
  readonly durationMs: number
}

/**
 * Runs all steps; one that throws has failed, and the others still run.
 *
 * @param onStart called with each step that starts
 * @returns the finished steps in the order given, whichever finished first
 */
export async function* runSteps(
  steps: readonly Step[],
  onStart: (step: Step) => void = () => undefined,
): AsyncGenerator<Ended> {
  const ends = new Map<Step, Promise<Ended>>()
  const lanes = new Map<string, Promise<unknown>>()
  for (const step of steps) {
    const before = [lanes.get(step.lane), ...(step.after ?? []).map((earlier) => ends.get(earlier))]
    const end = Promise.all(before).then(() => {
      onStart(step)
      return runStep(step)
    })
    lanes.set(step.lane, end)
    ends.set(step, end)
  }
  for (const end of ends.values()) yield await end
}

async function runStep(step: Step): Promise<Ended> {
  const started = performance.now()
  const result = await step.run().catch((error: Error) => single(false, error.message))
  return { step, result, durationMs: performance.now() - started }
}
