import { mainFile } from '#testing/program.ts'

/**
 * Starts the server as on another machine, by another host name, so that the other processes cannot see whether it still
 * runs. It has the id of this process, which it replaces.
 */
const rename = 'echo another-machine >/proc/sys/kernel/hostname; exec "$@"'
/** Within a user namespace, which others than root need, root could not open the folder of the database's user. */
const flags = process.getuid?.() === 0 ? '-u' : '-ru'
const command = ['unshare', flags, 'sh', '-c', rename, 'sh', process.execPath, await mainFile()]
process.execve?.('/usr/bin/unshare', command, process.env)
