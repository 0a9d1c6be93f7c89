// Written by `npm run generate` from spec/. Do not edit.
export interface paths {
    "/sandbox/seeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Lists the ready seeds. */
        get: operations["seeds.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/seeds/{seed}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Gets a ready seed, in YAML. */
        get: operations["seeds.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Lists the worlds, those used last first. A sandbox that is open to everyone does not list them: who knows the name of a
         *     world may use it.
         */
        get: operations["worlds.list"];
        put?: never;
        /** @description Creates a world. Without a name it gets a random one; a sandbox that is open to everyone gives no other. */
        post: operations["worlds.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Gets a world. Creates it if its name is new, unless the sandbox is open to everyone. */
        get: operations["worlds.get"];
        put?: never;
        post?: never;
        /** @description Ends a world and deletes everything in it. */
        delete: operations["worlds.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Lists the calls of a world, from all doors. Tokens are never kept. */
        get: operations["calls.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/calls/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Sends each call of a world when it has ended, as server-sent events. After a reconnection with `Last-Event-ID`, the calls
         *     since then are sent first. A world has at most 20 such streams open.
         */
        get: operations["calls.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Reads the clock of a world. */
        get: operations["clock.get"];
        put?: never;
        /**
         * @description Moves the clock of a world, and waits until everything that is due by then is done: in order, each at its own time.
         *     Upkeep that recurs every hour or more often runs once for all the times that were missed. Without a time and a duration
         *     the clock stays, and only what is due now is done. The clock cannot be set back.
         */
        post: operations["clock.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Lists what the world has sent, newest first: mail to outside addresses, SMS and WhatsApp messages, notifications and
         *     payments. The last 500 are stored, and at most 4 MiB.
         */
        get: operations["deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Lists the faults of a world in the order in which they were added. They are tried in this order: a call is delayed by
         *     each that delays it, and fails with the first that makes it fail.
         *
         *     A single request can ask for a documented response without any of them, as with Prism: `Prefer: code=429`,
         *     `Prefer: code=400, example=not_found`. It may be a success, of which the example in the document is returned.
         */
        get: operations["faults.list"];
        put?: never;
        /** @description Adds a fault to a world. It has at most 50. */
        post: operations["faults.add"];
        /** @description Removes all faults of a world. */
        delete: operations["faults.clear"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/faults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Removes a fault. */
        delete: operations["faults.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Brings a mail from outside to an account of the world, as a mail server would. Give either `raw` or `text`. */
        post: operations["mail.bring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Brings an SMS or WhatsApp message to the account that has the sender's number, or wrote to it last. */
        post: operations["messages.bring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Returns what the language model of the world answers. */
        get: operations["model.get"];
        /**
         * @description Sets what the language model of the world answers, instead of what was set before. A user's message can also contain
         *     its answer, which comes before all rules: `[[reply: Yes, it is open.]]`.
         */
        put: operations["model.set"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Writes the calls of a world so that they can be played in another: as an Arazzo 1.0.1 workflow, as a seed, or as a test
         *     in TypeScript (Vitest), Python (pytest) or Go with the client of that language. Ids and times that a result had are
         *     compared by reference, and what cannot be repeated is left out and named. A seed has the calls that succeeded, also
         *     those that only read, and those of the world's own seed that they refer to; it compares nothing.
         */
        get: operations["calls.recording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Writes what a world has become as a seed: the calls of its seed and those that were made since and changed something. It
         *     fails if not all of these calls are kept, or they are more than a seed can have. What came about otherwise, by the pages of
         *     an account or by mail from outside, is not part of it.
         */
        get: operations["worlds.as_seed"];
        /**
         * @description Creates a world from a seed in YAML or JSON of at most 1 MiB. If the seed is wrong, the failure names the line, the
         *     call and the fault, and no world is created.
         */
        put: operations["worlds.seed"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/seed/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Returns what the calls of the world's seed have returned, such as the ids of its records: of those calls that changed
         *     something or have a name, in the order in which they were made. It is the same order in each world that starts from the
         *     seed.
         */
        get: operations["seeds.results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/snapshots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Lists the snapshots of a world, oldest first. */
        get: operations["snapshots.list"];
        put?: never;
        /**
         * @description Takes a snapshot of a world: its records, files, jobs, clock and faults. Calls that are running can be in it or not. A
         *     world has at most ten, of 64 MiB together.
         */
        post: operations["snapshots.take"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/snapshots/{snapshot}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Deletes a snapshot. */
        delete: operations["snapshots.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/worlds/{name}/snapshots/{snapshot}/rewind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * @description Puts a world back to a snapshot, with its clock. Open streams and running calls end; calls that arrive meanwhile wait.
         *     The snapshot remains.
         */
        post: operations["snapshots.rewind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Clock after a move. */
        ClockMoved: {
            /** @description Its time. */
            time: components["schemas"]["Moment"];
            /** @description Whether it stands still until it is moved. */
            frozen: boolean;
            /**
             * @description Time at which something is due next, such as a reminder, a retry or a daily schedule; missing if nothing is. Upkeep that
             *     recurs every hour or more often does not count.
             */
            next?: components["schemas"]["Moment"];
            /**
             * Format: int32
             * @description How many jobs ran because of the move.
             */
            jobs: number;
            /**
             * @description Whether something was due at more than 1,000 times on the way. The rest was then done once at the end, as after an
             *     outage.
             */
            cut_short: boolean;
        };
        /** @description Clock of a world. */
        ClockReading: {
            /** @description Its time. */
            time: components["schemas"]["Moment"];
            /** @description Whether it stands still until it is moved. */
            frozen: boolean;
            /**
             * @description Time at which something is due next, such as a reminder, a retry or a daily schedule; missing if nothing is. Upkeep that
             *     recurs every hour or more often does not count.
             */
            next?: components["schemas"]["Moment"];
        };
        /** @description The name is taken, or the world is in a state that does not allow this. */
        Conflicting: components["schemas"]["Failure"];
        /** @description Something that would have left the server: it is delivered here instead. */
        Delivery: {
            /** @description Id. */
            id: string;
            /** @description What it is. */
            kind: components["schemas"]["DeliveryKind"];
            /** @description Recipient: an email address, a phone number, the id of a device, or a wallet. */
            to: string;
            /** @description Sender, except of a notification. */
            from?: string;
            /** @description Time when it was sent. */
            time: components["schemas"]["Moment"];
            /** @description Subject of a mail, or title of a notification. */
            subject?: string;
            /** @description Text of a mail or message, or body of a notification. */
            text?: string;
            /** @description HTML of a mail. */
            html?: string;
            /** @description Names of the attachments of a mail. */
            attachments?: string[];
            /** @description Address to which a notification leads. */
            link?: string;
            /** @description Amount of a payment, in USDC. */
            amount?: string;
        };
        /**
         * @description What something sent was.
         * @enum {string}
         */
        DeliveryKind: "mail" | "sms" | "whatsapp" | "push" | "payment";
        /** @description Fault of one argument. */
        Detail: {
            /** @description Where it is, for example `/clock`. */
            path: string;
            /** @description What is wrong. */
            message: string;
        };
        /** @description A limit of the sandbox is reached. */
        Exhausted: components["schemas"]["Failure"];
        /** @description Every failure. */
        Failure: {
            /** @description What happened and what to do, in English. */
            error: string;
            /** @description Code of the failure, as in the API of the server. */
            code: string;
            /** @description Each fault of the arguments. */
            details?: components["schemas"]["Detail"][];
        };
        /** @description Fault of a world. */
        Fault: {
            /** @description What goes wrong. */
            kind: components["schemas"]["FaultKind"];
            /**
             * @description Id of the operation in the API document, such as `notes.add`, `url.create` or `doors.chat_stream`; `*` for every method,
             *     or with `cut` and `stall` for every response.
             * @default *
             */
            method?: string;
            /**
             * Format: int32
             * @description How many calls pass before the fault begins.
             * @default 0
             */
            after?: number;
            /**
             * Format: int32
             * @description How many calls it applies to; all if it is left out.
             */
            times?: number;
            /**
             * Format: int32
             * @description With `status`: the HTTP status. The operation has to document it.
             */
            status?: number;
            /** @description With `status`: the name of the documented example, where a status has several, such as `not_found`. */
            example?: string;
            /**
             * Format: int32
             * @description With `status` 429: the seconds to wait, in `Retry-After`.
             */
            retry_after_s?: number;
            /**
             * Format: int32
             * @description With `latency`: how many milliseconds longer it takes. With `provider`: how slow it is; down if it is left out.
             */
            ms?: number;
            /**
             * Format: int32
             * @description With `latency`: by how many milliseconds it varies, up and down. What is drawn depends on the name of the world and on
             *     the order of faults and calls, so that a run can be repeated.
             */
            spread_ms?: number;
            /**
             * Format: int32
             * @description With `cut` and `stall`: how many bytes of the body, or of the frames of a WebSocket, are sent. With 0 not even the head is
             *     sent.
             */
            bytes?: number;
            /** @description With `provider`: its name, such as `open-meteo`; `*` for all. */
            provider?: string;
            /** @description Id within the world. */
            id: string;
            /**
             * Format: int32
             * @description How many calls it has applied to.
             */
            applied: number;
        };
        /**
         * @description What goes wrong.
         * @enum {string}
         */
        FaultKind: "status" | "latency" | "cut" | "stall" | "provider";
        /** @description This sandbox does not allow it. */
        Forbidden: components["schemas"]["Failure"];
        /** @description The arguments are wrong, or what they name does not exist. */
        Invalid: components["schemas"]["Failure"];
        /** @description Rule for what the language model answers. */
        ModelRule: {
            /** @description Text in the last message of the user or in the instructions for which the rule applies. Without it, it always applies. */
            when?: string;
            /** @description Answer: text, or a JSON value for a method that needs one. */
            reply?: unknown;
            /** @description Calls of tools. They are made once; with their results the model is asked again, and then replies. */
            tools?: {
                /** @description Name of the tool. */
                name: string;
                /** @description Arguments. */
                input: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** @description What the language model of a world answers. */
        ModelScript: {
            /** @description Rules. The first that applies decides; without any, the model answers with an example in the expected form. */
            rules: components["schemas"]["ModelRule"][];
        };
        /**
         * Format: date-time
         * @description RFC 3339 time in UTC with milliseconds.
         */
        Moment: string;
        /** @description Fault that is to be added. */
        NewFault: {
            /** @description What goes wrong. */
            kind: components["schemas"]["FaultKind"];
            /**
             * @description Id of the operation in the API document, such as `notes.add`, `url.create` or `doors.chat_stream`; `*` for every method,
             *     or with `cut` and `stall` for every response.
             * @default *
             */
            method?: string;
            /**
             * Format: int32
             * @description How many calls pass before the fault begins.
             * @default 0
             */
            after?: number;
            /**
             * Format: int32
             * @description How many calls it applies to; all if it is left out.
             */
            times?: number;
            /**
             * Format: int32
             * @description With `status`: the HTTP status. The operation has to document it.
             */
            status?: number;
            /** @description With `status`: the name of the documented example, where a status has several, such as `not_found`. */
            example?: string;
            /**
             * Format: int32
             * @description With `status` 429: the seconds to wait, in `Retry-After`.
             */
            retry_after_s?: number;
            /**
             * Format: int32
             * @description With `latency`: how many milliseconds longer it takes. With `provider`: how slow it is; down if it is left out.
             */
            ms?: number;
            /**
             * Format: int32
             * @description With `latency`: by how many milliseconds it varies, up and down. What is drawn depends on the name of the world and on
             *     the order of faults and calls, so that a run can be repeated.
             */
            spread_ms?: number;
            /**
             * Format: int32
             * @description With `cut` and `stall`: how many bytes of the body, or of the frames of a WebSocket, are sent. With 0 not even the head is
             *     sent.
             */
            bytes?: number;
            /** @description With `provider`: its name, such as `open-meteo`; `*` for all. */
            provider?: string;
        };
        /** @description Call that was made in a world. */
        RecordedCall: {
            /**
             * Format: int32
             * @description Its number in the world, from 1.
             */
            id: number;
            /** @description Operation, for example `notes.add`; missing if the request named none. */
            method?: string;
            /**
             * @description Where it came in. `agent` is the agent or its background work.
             * @enum {string}
             */
            door?: "http" | "cli" | "gateway" | "grpc" | "mcp" | "pages" | "agent";
            /** @description Username of the account that it was made for; missing without one. */
            caller?: string;
            /** @description Arguments as they were read, with their defaults; missing if the call ended before that. */
            arguments?: {
                [key: string]: unknown;
            };
            /**
             * Format: int32
             * @description Status of the response over HTTP.
             */
            status: number;
            /** @description Code of the failure; missing for a success. */
            code?: string;
            /** @description Body of the response over HTTP. */
            result?: unknown;
            /** @description What is not kept, because it is larger than 64 kB or was sent as a stream. */
            left_out: ("arguments" | "result")[];
            /** @description Time of the world's clock at its end. */
            time: components["schemas"]["Moment"];
            /**
             * Format: double
             * @description Duration in milliseconds.
             */
            duration_ms: number;
        };
        /** @description Page of recorded calls. */
        RecordedCalls: {
            /** @description Calls, the latest first. */
            calls: components["schemas"]["RecordedCall"][];
            /**
             * Format: int32
             * @description Value of `before` for the next page; missing on the last one.
             */
            next_before?: number;
            /**
             * Format: int32
             * @description How many of the oldest calls are no longer kept: a world keeps 1,000 calls and 4 MiB.
             */
            dropped: number;
        };
        /** @description Account that a world starts with. */
        SandboxAccount: {
            /** @description Username. */
            username: string;
            /** @description Password for its pages. */
            password: string;
            /** @description Token for all services and areas, with actions. It is valid in each world. */
            token: string;
        };
        /** @description Token of a seed. */
        SandboxToken: {
            /** @description Name in the seed. */
            name: string;
            /** @description Username of its account. */
            account: string;
            /** @description Its secret. */
            token: string;
        };
        /** @description What a world starts with: accounts, tokens, and calls that are made in order. */
        Seed: {
            /** @description Time of the world's clock when all calls have been made; by default the time of the sandbox. */
            clock?: components["schemas"]["Moment"];
            /** @description Accounts, besides those that every world starts with. */
            accounts?: components["schemas"]["SeedAccount"][];
            /** @description Tokens with fewer rights. */
            tokens?: components["schemas"]["SeedToken"][];
            /** @description Calls, at most 2,000 with all repeats. */
            calls?: components["schemas"]["SeedCall"][];
        };
        /** @description Account of a seed, besides those that every world starts with. */
        SeedAccount: {
            /** @description Username, by which calls name it. */
            username: string;
            /**
             * @description Password for its pages.
             * @default sandbox password
             */
            password?: string;
        };
        /** @description Call of a seed. */
        SeedCall: {
            /** @description Who calls: a username, or the name of a token. */
            as: string;
            /** @description Operation, for example `notes.add`. */
            call: string;
            /**
             * @description Its arguments. Texts can contain references: `${note1.note.id}` is a member of the result that was named `note1`,
             *     `${places.items.0.id}` the first of a list. Also `${now}` and `${today}`, the time of the clock and its date in UTC,
             *     both moved by an ISO 8601 duration if needed (`${now+PT2H30M}`, `${today-P1D}`), `${index}`, which counts the repeats of
             *     a call from 1, and `${base_url}`, the address of the world. A text that is one reference gets the value itself, with
             *     its type. `$${` is a plain `${`.
             * @default {}
             */
            with?: {
                [key: string]: unknown;
            };
            /** @description Name of the result, for the references of later calls. That of a repeated call is the list of its results. */
            name?: string;
            /**
             * @description Time at which it is made: an RFC 3339 time, or an ISO 8601 duration before the seed's clock such as `-P6D` or `-PT1H30M`.
             *     By default that of the call before it; of the first call, the time of the clock. Calls are in the order of their times,
             *     and none is after the clock.
             */
            at?: string;
            /**
             * Format: int32
             * @description How often it is made.
             * @default 1
             */
            repeat?: number;
        };
        /** @description Ready seed. */
        SeedEntry: {
            /** @description Name. */
            name: components["schemas"]["SeedName"];
            /** @description What it contains. */
            summary: string;
        };
        /** @description Name of a ready seed. */
        SeedName: string;
        /** @description Token of a seed, with its rights. Each account also has a token for everything. */
        SeedToken: {
            /** @description Name of the token, by which calls name it. No account has this name. */
            name: string;
            /** @description Username of its account. */
            account: string;
            /** @description Services that it can use: `notes`, or `all`. */
            services?: string[];
            /** @description Areas of the product that it can use. */
            capabilities?: ("agent" | "inbox" | "work")[];
            /**
             * @description Whether it can change anything, or only read.
             * @default false
             */
            actions?: boolean;
            /**
             * Format: int32
             * @description Days until it expires, from the time of the seed's clock.
             * @default 90
             */
            days?: number;
        };
        /** @description Snapshot of a world. */
        Snapshot: {
            /** @description Name. */
            name: components["schemas"]["SnapshotName"];
            /** @description Time of the world's clock when it was taken. */
            time: components["schemas"]["Moment"];
            /**
             * Format: int64
             * @description Its size in bytes.
             */
            bytes: number;
        };
        /** @description Name of a snapshot: letters, digits and hyphens. */
        SnapshotName: string;
        /** @description World. */
        World: {
            /** @description Name. */
            name: components["schemas"]["WorldName"];
            /**
             * Format: uri
             * @description Address of its API and pages. Nothing else is needed to reach it: no header, no cookie.
             */
            base_url: string;
            /** @description Time of its clock. */
            time: components["schemas"]["Moment"];
            /** @description Whether the clock stands still until it is moved. */
            frozen: boolean;
            /** @description Accounts that it started with. */
            accounts: components["schemas"]["SandboxAccount"][];
            /** @description Tokens of its seed with fewer rights. */
            tokens: components["schemas"]["SandboxToken"][];
            /** @description Name of the seed that it started from. */
            seed: string;
        };
        /** @description Entry in the list of worlds. */
        WorldEntry: {
            /** @description Name. */
            name: components["schemas"]["WorldName"];
            /**
             * @description Whether it is open, or parked until its next call.
             * @enum {string}
             */
            state: "open" | "parked";
            /** @description Time of its last call. */
            used_at: components["schemas"]["Moment"];
        };
        /** @description Name of a world: letters, digits and hyphens. A name that is used for the first time creates its world. */
        WorldName: string;
    };
    responses: never;
    parameters: {
        /** @description Name of the world. */
        InWorld: components["schemas"]["WorldName"];
        /** @description Name of the snapshot. */
        "OfSnapshot.snapshot": components["schemas"]["SnapshotName"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "seeds.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        seeds: components["schemas"]["SeedEntry"][];
                    };
                };
            };
        };
    };
    "seeds.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the seed. */
                seed: components["schemas"]["SeedName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A seed as text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
        };
    };
    "worlds.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        worlds: components["schemas"]["WorldEntry"][];
                    };
                };
            };
            /** @description This sandbox does not allow it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forbidden"];
                };
            };
        };
    };
    "worlds.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name; a random one if it is left out. */
                    name?: components["schemas"]["WorldName"];
                    /** @description Time at which its clock starts; by default the time of the sandbox. */
                    clock?: components["schemas"]["Moment"];
                    /**
                     * @description Whether its clock stands still until it is moved.
                     * @default false
                     */
                    frozen?: boolean;
                    /** @description Ready seed that it starts from; by default that of the sandbox. */
                    seed?: components["schemas"]["SeedName"];
                    /** @description Seed that it starts from, instead of a ready one. */
                    document?: components["schemas"]["Seed"];
                };
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description This sandbox does not allow it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forbidden"];
                };
            };
            /** @description The name is taken, or the world is in a state that does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflicting"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "worlds.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "worlds.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no content to send for this request, but the headers may be useful. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
        };
    };
    "calls.list": {
        parameters: {
            query?: {
                /** @description Operation, for example `notes.add`. */
                method?: string;
                /** @description Status of the response. */
                status?: number;
                /** @description Calls with a smaller number only. */
                before?: number;
                /** @description How many at most; 100 by default. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordedCalls"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "calls.stream": {
        parameters: {
            query?: never;
            header?: {
                /** @description Number of the last call that was received. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stream of server-sent events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "clock.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockReading"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "clock.move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Time to set it to. */
                    time?: components["schemas"]["Moment"];
                    /** @description Duration by which to advance it, as ISO 8601 has it: `PT2H`, `P3D`, `P1M`. Months are those of the calendar in UTC. */
                    advance?: string;
                    /** @description Whether it then stands still; as before if it is left out. */
                    frozen?: boolean;
                };
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockMoved"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "deliveries.list": {
        parameters: {
            query?: {
                /** @description Only those of this kind. */
                kind?: components["schemas"]["DeliveryKind"];
                /** @description Only those to this recipient. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "faults.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        faults: components["schemas"]["Fault"][];
                    };
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "faults.add": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFault"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "faults.clear": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no content to send for this request, but the headers may be useful. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "faults.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
                /** @description Its id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no content to send for this request, but the headers may be useful. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "mail.bring": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Username of the account, with a tag if you like: `ada+orders`. */
                    to: string;
                    /** @description Address of the sender. */
                    from: string;
                    /** @description Subject. */
                    subject?: string;
                    /** @description Text. */
                    text?: string;
                    /** @description HTML. */
                    html?: string;
                    /** @description The whole message in the format of RFC 5322. */
                    raw?: string;
                    /**
                     * @description Whether the sender counts as verified.
                     * @default true
                     */
                    verified?: boolean;
                };
            };
        };
        responses: {
            /** @description There is no content to send for this request, but the headers may be useful. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "messages.bring": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Phone number of the sender in international format. */
                    from: string;
                    /** @description Text. */
                    text: string;
                    /**
                     * @description How it comes.
                     * @default sms
                     * @enum {string}
                     */
                    channel?: "sms" | "whatsapp";
                };
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The automatic reply, such as to STOP. */
                        reply?: string;
                    };
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "model.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelScript"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "model.set": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelScript"];
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelScript"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "calls.recording": {
        parameters: {
            query: {
                /** @description Form of the recording. */
                format: "arazzo" | "typescript" | "python" | "go" | "seed";
            };
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A recording as text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "application/yaml": string;
                    "text/plain": string;
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "worlds.as_seed": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A seed as text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
        };
    };
    "worlds.seed": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        /** @description Seed in YAML. */
        requestBody: {
            content: {
                "application/yaml": string;
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["World"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description This sandbox does not allow it. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forbidden"];
                };
            };
            /** @description The name is taken, or the world is in a state that does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflicting"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "seeds.results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: unknown[];
                    };
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "snapshots.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        snapshots: components["schemas"]["Snapshot"][];
                    };
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
        };
    };
    "snapshots.take": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name. */
                    name: components["schemas"]["SnapshotName"];
                };
            };
        };
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
            /** @description The name is taken, or the world is in a state that does not allow this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conflicting"];
                };
            };
            /** @description A limit of the sandbox is reached. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exhausted"];
                };
            };
        };
    };
    "snapshots.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
                /** @description Name of the snapshot. */
                snapshot: components["parameters"]["OfSnapshot.snapshot"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no content to send for this request, but the headers may be useful. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
        };
    };
    "snapshots.rewind": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the world. */
                name: components["parameters"]["InWorld"];
                /** @description Name of the snapshot. */
                snapshot: components["parameters"]["OfSnapshot.snapshot"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request has succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            /** @description The arguments are wrong, or what they name does not exist. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invalid"];
                };
            };
        };
    };
}
