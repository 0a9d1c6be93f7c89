import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** @param {string} file */
function tokenIn(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

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

/** @param {string} file */
function beatOf(file) {
  try {
    return statSync(file).mtimeMs
  } catch {
    return undefined
  }
}

/**
 * Runs `work` while no other process runs work under the same lock file. The holder renews the file's time, so a lock
 * whose time stands still for `staleAfterMs` belongs to a process that died and is taken over. Process ids are not
 * asked: they mean nothing across containers that share the folder.
 *
 * @template T
 * @param {string} file the lock file; its folder is created
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void, pollMs?: number, staleAfterMs?: number }} [options] onWait is called once, when
 *   another process holds the lock
 * @returns {Promise<T>} what `work` gave
 */
export async function withLock(file, work, { onWait, pollMs = 250, staleAfterMs = 10_000 } = {}) {
  mkdirSync(dirname(file), { recursive: true })
  const token = randomUUID()
  let seen = { beat: beatOf(file), at: performance.now() }
  let waited = false
  while (!tryTake(file, token)) {
    if (!waited) onWait?.()
    waited = true
    await delay(pollMs)
    const beat = beatOf(file)
    if (beat !== seen.beat) seen = { beat, at: performance.now() }
    if (beat !== undefined && performance.now() - seen.at >= staleAfterMs) takeAway(file, beat)
  }
  const release = () => {
    if (tokenIn(file) === token) rmSync(file, { force: true })
  }
  const heartbeat = setInterval(() => {
    if (tokenIn(file) === token) utimesSync(file, new Date(), new Date())
  }, staleAfterMs / 10)
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
 * Removes a lock that nobody renews. It is moved aside first: of two processes that both found it stale only one can
 * move it, and one that moved a lock taken in the meantime by a living process puts it back.
 *
 * @param {string} file
 * @param {number} staleBeat the time that stood still
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
