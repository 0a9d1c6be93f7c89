// Written by `npm run generate` from spec/. Do not edit.
export interface paths {
    "/api/v1/notes/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a note
         * @description Writes a note. A note with the same title, whatever its case, is rewritten: it keeps its id, its `created` time and
         *     the spelling of its title, and its text is replaced. Blanks around the title are dropped. Notes are never removed to
         *     make room for new ones.
         */
        post: operations["notes.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notes/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a note
         * @description Deletes a note for good. A title that none of the caller's notes has answers `not_found`.
         */
        post: operations["notes.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notes/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a note
         * @description One note, whole. A title that none of the caller's notes has answers `not_found`.
         */
        get: operations["notes.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notes/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notes
         * @description All of the caller's notes with their texts, the most recently written first.
         */
        get: operations["notes.list"];
        put?: never;
        post?: never;
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
        /** @description One argument that was refused. */
        ArgumentFault: {
            /** @description Where: the argument's name, or its path such as `tags[2]`. */
            path: string;
            /** @description What is wrong and what would be right: `must be at most 100`. */
            message: string;
        };
        /** @description The arguments were wrong (`invalid_argument`), the record does not exist or is not the caller's (`not_found`), or its state forbids the call (`failed_precondition`). */
        BadArguments: components["schemas"]["Problem"];
        /** @description What was deleted. */
        Deleted: {
            /** @description Id of the deleted record. */
            id: string;
            /** @description Always true. */
            deleted: boolean;
        };
        /** @description The call ran: the answer is in `result`. */
        DeletedAnswer: {
            /** @description The answer. */
            result: components["schemas"]["Deleted"];
        };
        /** @description The caller is known but not allowed: the token's scope, a missing 'Allow actions', CSRF, or a wallet without an account. */
        Forbidden: components["schemas"]["Problem"];
        /** @description Opaque id of a record. */
        Id: string;
        /** @description A short line of text that must not be blank; blanks around it are dropped. */
        Line: string;
        /**
         * Format: date-time
         * @description A moment, RFC 3339 in UTC, such as `2026-11-21T09:30:00.000Z`.
         */
        Moment: string;
        /** @description The provider this method needs is not configured on this instance; the message names the setting. The call costs nothing. */
        NotConfigured: components["schemas"]["Problem"];
        /** @description A private note. */
        Note: {
            /** @description Id of the note; stays the same when the note is rewritten. */
            id: components["schemas"]["Id"];
            /** @description Title, as it was written first; unique among the caller's notes regardless of case. */
            title: string;
            /** @description The note's text. */
            text: string;
            /** @description When the note was first written. */
            created: components["schemas"]["Moment"];
            /** @description When the note was last rewritten. */
            updated: components["schemas"]["Moment"];
        };
        /** @description The call ran: the answer is in `result`. */
        NoteAnswer: {
            /** @description The answer. */
            result: components["schemas"]["Note"];
        };
        /** @description A complete list. Name it: `model NoteList is List<Note>`. */
        NoteList: {
            /** @description The entries. */
            items: components["schemas"]["Note"][];
        };
        /** @description The call ran: the answer is in `result`. */
        NoteListAnswer: {
            /** @description The answer. */
            result: components["schemas"]["NoteList"];
        };
        NoteSaved: {
            /** @description The note as it is stored now. */
            note: components["schemas"]["Note"];
            /** @description True when the note is new, false when an existing one was rewritten. */
            is_new: boolean;
        };
        /** @description The call ran: the answer is in `result`. */
        NoteSavedAnswer: {
            /** @description The answer. */
            result: components["schemas"]["NoteSaved"];
        };
        NotesAddArgs: {
            /** @description Title of the note. An existing title, whatever its case, rewrites that note. */
            title: components["schemas"]["Line"];
            /** @description The note's text, at most 100,000 characters. It replaces what the note said before. */
            text: components["schemas"]["Prose"];
        };
        NotesDeleteArgs: {
            /** @description The whole title of the note, regardless of case. */
            title: components["schemas"]["Line"];
        };
        /** @description The signing domain of a payment's asset (EIP-712). */
        PaymentDomain: {
            /** @description The asset contract's name, such as `USD Coin`. */
            name: string;
            /** @description The asset contract's version, such as `2`. */
            version: string;
        };
        /** @description One payment the server would accept, in the x402 version 1 form. The version 2 form is in the `PAYMENT-REQUIRED` header. */
        PaymentOption: {
            /** @description Payment scheme, `exact`. */
            scheme: string;
            /** @description Network to pay on, such as `base`. */
            network: string;
            /** @description Price in the asset's base units, as a decimal string. */
            maxAmountRequired: string;
            /** @description Contract address of the asset. */
            asset: string;
            /** @description Address to pay to. */
            payTo: string;
            /**
             * Format: uri
             * @description Address of the resource that is paid for.
             */
            resource: string;
            /** @description What is paid for. */
            description: string;
            /** @description Media type of the answer. */
            mimeType: string;
            /**
             * Format: int32
             * @description Seconds the payment may take.
             */
            maxTimeoutSeconds: number;
            /** @description Name and version of the asset's signing domain. */
            extra?: components["schemas"]["PaymentDomain"];
        };
        /** @description The method is metered and nothing has paid for it. */
        PaymentRequired: {
            /**
             * Format: int32
             * @description Version of the x402 challenge in this body.
             */
            x402Version?: number;
            /** @description Payments that would be accepted; empty where the instance takes none and a token with credits is needed. */
            accepts?: components["schemas"]["PaymentOption"][];
        } & components["schemas"]["Problem"];
        /** @description The body of every error of the tool API and of the agent, inbox and work endpoints. */
        Problem: {
            /** @description One sentence a person can act on: it names the argument, the setting or the limit. */
            error: string;
            /** @description Stable code to branch on, such as `not_found`. docs/errors.md lists them all. */
            code: string;
            /** @description Every argument that was refused, when `code` is `invalid_argument`. */
            details?: components["schemas"]["ArgumentFault"][];
        };
        /** @description A longer text that must not be blank. */
        Prose: string;
        /** @description The provider behind the method failed. The call costs nothing. */
        ProviderFailed: components["schemas"]["Problem"];
        /** @description The provider behind the method took too long. The call costs nothing. */
        ProviderTimeout: components["schemas"]["Problem"];
        /** @description No caller, or a credential that is malformed, expired or revoked. A bad credential never falls back to anonymous. */
        Unauthenticated: components["schemas"]["Problem"];
    };
    responses: never;
    parameters: {
        /**
         * @description The whole title of the note, regardless of case.
         * @example Groceries
         */
        NotesGetArgs: components["schemas"]["Line"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "notes.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Groceries",
                 *       "text": "Oats, lemons, coffee"
                 *     }
                 */
                "application/json": components["schemas"]["NotesAddArgs"];
            };
        };
        responses: {
            /** @description The call ran: the answer is in `result`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": {
                     *         "note": {
                     *           "id": "note_01k9y3m8v7e3q8t5r2w4x6y8z0",
                     *           "title": "Groceries",
                     *           "text": "Oats, lemons, coffee",
                     *           "created": "2026-11-21T09:30:00.000Z",
                     *           "updated": "2026-11-21T09:30:00.000Z"
                     *         },
                     *         "is_new": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NoteSavedAnswer"];
                };
            };
            /** @description The arguments were wrong (`invalid_argument`), the record does not exist or is not the caller's (`not_found`), or its state forbids the call (`failed_precondition`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadArguments"];
                };
            };
            /** @description No caller, or a credential that is malformed, expired or revoked. A bad credential never falls back to anonymous. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthenticated"];
                };
            };
            /** @description The caller is known but not allowed: the token's scope, a missing 'Allow actions', CSRF, or a wallet without an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forbidden"];
                };
            };
            /** @description The body of every error of the tool API and of the agent, inbox and work endpoints. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "notes.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Groceries"
                 *     }
                 */
                "application/json": components["schemas"]["NotesDeleteArgs"];
            };
        };
        responses: {
            /** @description The call ran: the answer is in `result`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": {
                     *         "id": "note_01k9y3m8v7e3q8t5r2w4x6y8z0",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedAnswer"];
                };
            };
            /** @description The arguments were wrong (`invalid_argument`), the record does not exist or is not the caller's (`not_found`), or its state forbids the call (`failed_precondition`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadArguments"];
                };
            };
            /** @description No caller, or a credential that is malformed, expired or revoked. A bad credential never falls back to anonymous. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthenticated"];
                };
            };
            /** @description The caller is known but not allowed: the token's scope, a missing 'Allow actions', CSRF, or a wallet without an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forbidden"];
                };
            };
            /** @description The body of every error of the tool API and of the agent, inbox and work endpoints. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "notes.get": {
        parameters: {
            query: {
                /**
                 * @description The whole title of the note, regardless of case.
                 * @example Groceries
                 */
                title: components["parameters"]["NotesGetArgs"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call ran: the answer is in `result`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": {
                     *         "id": "note_01k9y3m8v7e3q8t5r2w4x6y8z0",
                     *         "title": "Groceries",
                     *         "text": "Oats, lemons, coffee",
                     *         "created": "2026-11-21T09:30:00.000Z",
                     *         "updated": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NoteAnswer"];
                };
            };
            /** @description The arguments were wrong (`invalid_argument`), the record does not exist or is not the caller's (`not_found`), or its state forbids the call (`failed_precondition`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadArguments"];
                };
            };
            /** @description No caller, or a credential that is malformed, expired or revoked. A bad credential never falls back to anonymous. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthenticated"];
                };
            };
            /** @description The caller is known but not allowed: the token's scope, a missing 'Allow actions', CSRF, or a wallet without an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forbidden"];
                };
            };
            /** @description The body of every error of the tool API and of the agent, inbox and work endpoints. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "notes.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call ran: the answer is in `result`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": {
                     *         "items": [
                     *           {
                     *             "id": "note_01k9y3m8v7e3q8t5r2w4x6y8z0",
                     *             "title": "Groceries",
                     *             "text": "Oats, lemons, coffee",
                     *             "created": "2026-11-21T09:30:00.000Z",
                     *             "updated": "2026-11-21T09:30:00.000Z"
                     *           },
                     *           {
                     *             "id": "note_01k9w7c2d4f6h8j0k2m4n6p8q0",
                     *             "title": "Guest Wi-Fi",
                     *             "text": "Network: Orchard. The password is on the card in the hall drawer.",
                     *             "created": "2026-11-18T17:05:12.480Z",
                     *             "updated": "2026-11-20T08:14:03.115Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NoteListAnswer"];
                };
            };
            /** @description The arguments were wrong (`invalid_argument`), the record does not exist or is not the caller's (`not_found`), or its state forbids the call (`failed_precondition`). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadArguments"];
                };
            };
            /** @description No caller, or a credential that is malformed, expired or revoked. A bad credential never falls back to anonymous. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unauthenticated"];
                };
            };
            /** @description The caller is known but not allowed: the token's scope, a missing 'Allow actions', CSRF, or a wallet without an account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forbidden"];
                };
            };
            /** @description The body of every error of the tool API and of the agent, inbox and work endpoints. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
