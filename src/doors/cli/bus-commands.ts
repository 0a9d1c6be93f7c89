import { type Command, InvalidArgumentError } from 'commander'
import { iso, parseTime } from '../../runtime/base/clock.ts'
import { maxLag } from '../../runtime/bus/status.ts'
import { type CliOptions, withInstance } from './cli-options.ts'
import { note, writeJson, writeTable } from './output/terminal.ts'

/** Adds `bus status`, `bus replay` and `bus retry`. */
export function addBusCommands(bus: Command, options: CliOptions): void {
  bus
    .command('status')
    .description('list the subscribers with their lag, and failed events')
    .option('--json', 'as JSON')
    .action((flags: { json?: true }) => status(options, flags))
  bus
    .command('replay')
    .description('redeliver the stored events since a given time to a subscriber')
    .argument('<listener>', 'its name, from "onedoor bus status"')
    .requiredOption('--from <time>', 'RFC 3339 time, or beginning for all stored events', moment)
    .addHelpText('after', '\nExample:\n  onedoor bus replay archive --from 2026-11-21T09:30:00Z')
    .action((listener: string, flags: { from: number }) => replay(options, listener, flags.from))
  bus
    .command('retry')
    .description('retry one failed event, or all failed events of a subscriber')
    .argument('<listener>', 'its name, from "onedoor bus status"')
    .argument('[announcement]', 'its number, from "onedoor bus status"', announcementNumber)
    .action((listener: string, announcement?: number) => retry(options, listener, announcement))
}

function moment(text: string): number {
  const ms = text === 'beginning' ? 0 : parseTime(text)
  if (ms === undefined)
    throw new InvalidArgumentError(
      'Use an RFC 3339 time with an offset, such as 2026-11-21T09:30:00Z, or the word beginning.',
    )
  return ms
}

function announcementNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Use a whole number of at least 1.')
  return Number(text)
}

async function status(options: CliOptions, flags: { json?: true }): Promise<void> {
  const { terminal } = options
  const { listeners, dead } = await withInstance(options, async ({ bus }) => ({
    listeners: await bus.listeners(),
    dead: await bus.deadLetters(),
  }))
  if (flags.json) {
    const given_up = dead.map(({ at, ...letter }) => ({ ...letter, at: iso(at) }))
    return writeJson(terminal, { listeners, given_up })
  }
  if (listeners.length === 0)
    return note(terminal, 'There are no subscribers yet. Start the server once to register them.')
  writeTable(
    terminal,
    ['SUBSCRIBER', 'BEHIND', 'WAITING', 'FAILED'],
    listeners.map(({ name, lag, waiting, dead: count }) => [name, countText(lag), String(waiting), String(count)]),
  )
  if (dead.length === 0) return
  terminal.stdout.write('\n')
  writeTable(
    terminal,
    ['EVENT', 'SUBSCRIBER', 'TOPIC', 'TIME', 'ATTEMPTS', 'ERROR'],
    dead.map(({ announcement, listener, topic, at, attempts, error }) => [
      String(announcement),
      listener,
      topic,
      iso(at),
      String(attempts),
      error,
    ]),
  )
}

function countText(lag: number): string {
  return lag === maxLag ? `${lag} or more` : String(lag)
}

async function replay(options: CliOptions, listener: string, from: number): Promise<void> {
  const ahead = await withInstance(options, ({ bus }) => bus.replay(listener, from))
  if (ahead === undefined)
    throw new Error(`No subscriber is named "${listener}". "onedoor bus status" lists all subscribers.`)
  options.terminal.stdout.write(`Redelivering ${countText(ahead)} events to ${listener}.\n`)
}

async function retry(options: CliOptions, listener: string, announcement: number | undefined): Promise<void> {
  const count = await withInstance(options, ({ bus }) => bus.retry(listener, announcement))
  if (count === 0)
    throw new Error(
      announcement === undefined
        ? `No events have failed for ${listener}. "onedoor bus status" lists failed events.`
        : `Event ${announcement} has not failed for ${listener}. "onedoor bus status" lists failed events.`,
    )
  options.terminal.stdout.write(`Retrying ${count} events for ${listener}.\n`)
}
