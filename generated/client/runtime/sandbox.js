// Written by `npm run generate` from spec/. Do not edit.
import { buildClient } from "./client.js";
/** Moving the clock of a world does all that is due by then. */
const timeoutMs = 300_000;
/** A new world of a sandbox, with its calls by family. Rejects if the sandbox refuses it, cannot be reached or started. */
export async function openWorld({ createClient, worlds, world }, options = {}) {
    const { address = process.env.ONEDOOR_SANDBOX || (await started()), ...wanted } = options;
    const sandbox = buildClient(worlds, { baseUrl: address, timeoutMs });
    const { name, base_url: baseUrl, accounts } = await sandbox.worlds.create(wanted);
    const own = `${address.replace(/\/+$/, '')}/sandbox/worlds/${name}`;
    const calls = buildClient(world, { baseUrl: own, timeoutMs });
    const end = () => sandbox.worlds.delete({ name });
    return {
        ...calls,
        name,
        baseUrl,
        accounts,
        client(username) {
            if (username === undefined)
                return createClient({ baseUrl });
            const account = accounts.find((each) => each.username === username);
            const known = accounts.map((each) => each.username).join(', ');
            if (!account)
                throw new TypeError(`The world has no account ${username}. Its accounts: ${known}`);
            return createClient({ baseUrl, token: account.token });
        },
        async recording(format) {
            const response = await fetch(`${own}/recording?format=${encodeURIComponent(format)}`);
            const text = await response.text();
            if (!response.ok)
                throw new Error(`The sandbox returned ${response.status}: ${text}`);
            return text;
        },
        delete: end,
        [Symbol.asyncDispose]: end,
    };
}
let running;
/** The address of the sandbox that this process has started, which ends with it. */
function started() {
    running ??= start().catch((failure) => {
        running = undefined;
        throw failure;
    });
    return running;
}
async function start() {
    const { spawn } = await import('node:child_process');
    // Its input ends with this process, even if that is killed, as runners of tests do with their workers.
    const args = ['sandbox', '--port', '0', '--json', '--until-input-ends'];
    const child = spawn('onedoor', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const line = await new Promise((resolve, reject) => {
        let text = '';
        child.once('error', () => reject(new Error(missing)));
        child.once('exit', (code) => reject(new Error(`onedoor sandbox ended with exit code ${code}.`)));
        child.stdout.on('data', (piece) => {
            text += piece;
            if (text.includes('\n'))
                resolve(text.slice(0, text.indexOf('\n')));
        });
    });
    // The process of the tests may end.
    child.unref();
    for (const stream of [child.stdin, child.stdout])
        stream.unref();
    return JSON.parse(line).url;
}
const missing = 'There is no command onedoor to start a sandbox with. Install it, or set ONEDOOR_SANDBOX to the address of one.';
