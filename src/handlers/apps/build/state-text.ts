import type { BuildRow } from '../rows/builds.ts'
import { maxAttempts } from './build-queue.ts'

/** What is going on with a build, for the person who waits for it. */
export function stateText({ state, attempts, faults }: Pick<BuildRow, 'state' | 'attempts' | 'faults'>): string {
  const which = attempts > 1 ? ` This is attempt ${attempts} of ${maxAttempts}.` : ''
  switch (state) {
    case 'queued':
      return faults === null ? 'Waiting in the queue.' : 'Faults were found, and it is about to be corrected.'
    case 'generating':
      return `The app is being written.${which}`
    case 'validating':
      return `The app is being checked.${which}`
    case 'saving':
      return 'The app is being saved.'
    case 'complete':
      return 'The app is ready.'
    case 'failed':
      return 'The build has failed.'
  }
}
