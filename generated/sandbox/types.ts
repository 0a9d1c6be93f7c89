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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
}
