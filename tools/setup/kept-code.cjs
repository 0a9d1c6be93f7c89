/**
 * CommonJS, as it is loaded by every start: each module and each part of Node that is imported instead costs a start up to a
 * millisecond.
 */
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { Script, constants } = require('node:vm')
const { crc32 } = require('node:zlib')

const magic = 0x6f64_6b63
/** Four numbers of four bytes: the magic, the checksum of the script, and checksum and length of the compiled code. */
const headBytes = 16

/**
 * A script in ASCII, with what V8 compiled of it in an earlier start.
 *
 * The compiled code is taken after a start, with all functions that the start called; what Node itself keeps of a module
 * (NODE_COMPILE_CACHE) has none of the functions that V8 compiles when they are first called. V8 refuses what another
 * version of it made, or the same with other flags, but does not notice damage: hence the checksums.
 *
 * @param {string} file absolute path; the compiled code is in the file with `.compiled` behind its name
 * @returns {{ value: any, isKept: boolean, keep: () => void }} the value of the script; whether compiled code was used; keep
 * writes it if it was not, which takes some 50 ms. Where it cannot be written, later starts compile again
 */
exports.keptScript = (file) => {
  const source = readFileSync(file)
  const sum = crc32(source)
  const cachedData = compiledIn(`${file}.compiled`, sum)
  const script = new Script(source.toString('latin1'), {
    filename: file,
    ...(cachedData && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const isKept = script.cachedDataRejected === false
  const keep = () => (isKept ? undefined : write(`${file}.compiled`, sum, script.createCachedData()))
  return { value: script.runInThisContext(), isKept, keep }
}

/** @param {string} file @param {number} sum of the script */
function compiledIn(file, sum) {
  try {
    const kept = readFileSync(file)
    const code = kept.subarray(headBytes)
    const head = [magic, sum, crc32(code), code.length]
    return head.every((each, at) => kept.readUInt32LE(at * 4) === each) ? code : undefined
  } catch {
    return undefined
  }
}

/** @param {string} file @param {number} sum of the script @param {Buffer} code */
function write(file, sum, code) {
  const head = Buffer.alloc(headBytes)
  for (const [at, each] of [magic, sum, crc32(code), code.length].entries()) head.writeUInt32LE(each, at * 4)
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, Buffer.concat([head, code]), { mode: 0o644 })
    renameSync(unfinished, file)
  } catch {
    rmSync(unfinished, { force: true })
  }
}
