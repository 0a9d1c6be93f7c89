import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * @template T
 * @param {() => T} read
 */
function ifThere(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** @param {string} file */
const tokenIn = (file) => ifThere(() => readFileSync(file, 'utf8'))

/** @param {string} file */
const beatOf = (file) => ifThere(() => statSync(file).mtimeMs)

/**
 * @param {string} file
 * @param {string} token
 */
function tryTake(file, token) {
  try {
    writeFileSync(file, token, { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Runs `work` while no other process runs work under the same lock file. The holder renews the file's time, and a lock whose
 * time does not change for `staleAfterMs` is taken over, because its process died. Process ids cannot show that: they mean
 * nothing in other containers that share the folder.
 *
 * @template T
 * @param {string} file the lock file; its folder is created
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void, pollMs?: number, staleAfterMs?: number }} [options] onWait is called once if another process
 *   holds the lock
 * @returns {Promise<T>} the result of `work`
 */
export async function withLock(file, work, { onWait, pollMs = 250, staleAfterMs = 10_000 } = {}) {
  mkdirSync(dirname(file), { recursive: true })
  const token = randomUUID()
  let seen = { beat: beatOf(file), at: performance.now() }
  for (let tries = 0; !tryTake(file, token); tries++) {
    if (tries === 0) onWait?.()
    await delay(pollMs)
    const beat = beatOf(file)
    if (beat !== seen.beat) seen = { beat, at: performance.now() }
    if (beat !== undefined && performance.now() - seen.at >= staleAfterMs) takeAway(file, beat)
  }
  const heartbeat = setInterval(() => {
    if (tokenIn(file) === token) utimesSync(file, new Date(), new Date())
  }, staleAfterMs / 10)
  const release = () => {
    if (tokenIn(file) === token) rmSync(file, { force: true })
  }
  process.on('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

/**
 * Removes a stale lock. It is renamed first: of two processes that found it stale only one can rename it, and a process that
 * renamed a lock taken in the meantime restores it.
 *
 * @param {string} file
 * @param {number} staleBeat its last time
 */
function takeAway(file, staleBeat) {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (beatOf(aside) === staleBeat) rmSync(aside, { force: true })
  else renameSync(aside, file)
}
