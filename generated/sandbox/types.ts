// Written by `npm run generate` from spec/. Do not edit.
export interface paths {
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
        /** @description Creates a world. Without a name it gets a random one. */
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
        /** @description Gets a world. Creates it if its name is new. */
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
        /** @description This sandbox does not allow it. */
        Forbidden: components["schemas"]["Failure"];
        /** @description The arguments are wrong, or what they name does not exist. */
        Invalid: components["schemas"]["Failure"];
        /**
         * Format: date-time
         * @description RFC 3339 time in UTC with milliseconds.
         */
        Moment: string;
        /** @description Account that a world starts with. */
        SandboxAccount: {
            /** @description Username. */
            username: string;
            /** @description Password for its pages. */
            password: string;
            /** @description Token for all services and areas, with actions. It is valid in each world. */
            token: string;
        };
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
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
}
