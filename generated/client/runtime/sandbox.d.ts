// Written by `npm run generate` from spec/. Do not edit.
/** Where a sandbox is, and what a new world in it is like. */
export interface SandboxOptions {
    /** Address of a running sandbox; that in ONEDOOR_SANDBOX if not given, and without one, a sandbox is started. */
    readonly address?: string;
    /** Time at which the clock of the world starts, RFC 3339; by default the time of the sandbox. */
    readonly clock?: string;
    /** Whether its clock stands still until it is moved. */
    readonly frozen?: boolean;
    /** Name of a ready seed that it starts from. */
    readonly seed?: string;
    /** Seed that it starts from, instead of a ready one. */
    readonly document?: object;
}
/** An account of a world. */
export interface SandboxAccount {
    readonly username: string;
    readonly password: string;
    readonly token: string;
}
/** The clock of a world. */
export interface ClockState {
    readonly time: string;
    readonly frozen: boolean;
}
/** A fault as the sandbox describes it: `{ kind: 'status', status: 429, method: 'notes.add', times: 1 }`. */
export interface NewFault {
    readonly kind: 'status' | 'latency' | 'cut' | 'stall' | 'provider';
    readonly method?: string;
    readonly [name: string]: unknown;
}
/** A separate server with its own records, clock and faults. It ends with `await using`, or with `delete()`. */
export interface SandboxWorld<Client> extends AsyncDisposable {
    readonly name: string;
    /** Address of its API and pages. */
    readonly baseUrl: string;
    readonly accounts: readonly SandboxAccount[];
    /** A client of an account; of none without a username. Throws for a username that the world does not have. */
    client(username?: string): Client;
    readonly clock: {
        get(): Promise<ClockState>;
        /** Moves it, and does everything that is due by then. */
        move(move: {
            readonly time?: string;
            readonly advance?: string;
            readonly frozen?: boolean;
        }): Promise<ClockState>;
        /** Advances it by a duration such as `PT2H` or `P3D`. */
        advance(duration: string): Promise<ClockState>;
    };
    readonly faults: {
        add(fault: NewFault): Promise<{
            readonly id: string;
        }>;
        clear(): Promise<void>;
    };
    readonly seeds: {
        /** What the calls of its seed have returned, such as the ids of its records. */
        results(): Promise<{
            readonly results: readonly unknown[];
        }>;
    };
    /** Keeps its present state under a name. */
    snapshot(name: string): Promise<void>;
    /** Returns to a state that was kept. */
    rewind(name: string): Promise<void>;
    delete(): Promise<void>;
}
type ClientMaker<Client> = (options: {
    baseUrl: string;
    token?: string;
}) => Client;
/** A new world of a sandbox. Rejects if the sandbox cannot be reached or started. */
export declare function openWorld<Client>(createClient: ClientMaker<Client>, options?: SandboxOptions): Promise<SandboxWorld<Client>>;
export {};
