// Written by `npm run generate` from spec/. Do not edit.
import type { Operations } from './operation.js';
/** An account of a world. */
interface Account {
    readonly username: string;
    readonly token: string;
}
/** What a world has besides its calls. */
export interface OpenWorld<Client, Own extends Account> extends AsyncDisposable {
    readonly name: string;
    /** Address of its API and pages. */
    readonly baseUrl: string;
    readonly accounts: readonly Own[];
    /** A client of an account; of none without a username. Throws for a username that the world does not have. */
    client(username?: string): Client;
    /** What its callers did, as a workflow, a seed or a test. Rejects if the sandbox does. */
    recording(format: RecordingFormat): Promise<string>;
    /** Ends the world and deletes everything in it. */
    delete(): Promise<void>;
}
/** What a recording is written as: a workflow in Arazzo, a test in a language, or a seed in YAML. */
export type RecordingFormat = 'arazzo' | 'typescript' | 'python' | 'go' | 'seed';
interface Parts<Client> {
    createClient: (options: {
        baseUrl: string;
        token?: string;
    }) => Client;
    /** The operations of a sandbox itself. */
    worlds: Operations;
    /** Those of a world, whose paths follow its address. */
    world: Operations;
}
/** A new world of a sandbox, with its calls by family. Rejects if the sandbox refuses it, cannot be reached or started. */
export declare function openWorld<Client>({ createClient, worlds, world }: Parts<Client>, options?: {
    readonly address?: string;
}): Promise<OpenWorld<Client, Account>>;
export {};
