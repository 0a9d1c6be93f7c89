// Written by `npm run generate` from spec/. Do not edit.
/** A new world of a sandbox. Rejects if the sandbox cannot be reached or started. */
export async function openWorld(createClient, options = {}) {
    const { address = process.env.ONEDOOR_SANDBOX || (await started()), ...wanted } = options;
    const worlds = `${address.replace(/\/$/, '')}/sandbox/worlds`;
    const world = (await request('POST', worlds, wanted));
    const { name, base_url: baseUrl, accounts } = world;
    const own = `${worlds}/${name}`;
    const move = async (to) => (await request('POST', `${own}/clock`, to));
    const end = async () => void (await request('DELETE', own));
    return {
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
        clock: {
            get: async () => (await request('GET', `${own}/clock`)),
            move,
            advance: (duration) => move({ advance: duration }),
        },
        faults: {
            add: async (fault) => (await request('POST', `${own}/faults`, fault)),
            clear: async () => void (await request('DELETE', `${own}/faults`)),
        },
        seeds: {
            results: async () => (await request('GET', `${own}/seed/results`)),
        },
        snapshot: async (snapshot) => void (await request('POST', `${own}/snapshots`, { name: snapshot })),
        rewind: async (snapshot) => void (await request('POST', `${own}/snapshots/${encodeURIComponent(snapshot)}/rewind`, {})),
        delete: end,
        [Symbol.asyncDispose]: end,
    };
}
async function request(method, address, body) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(address, { method, ...(body && { headers, body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok)
        throw new Error(`${method} ${address} returned ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
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
