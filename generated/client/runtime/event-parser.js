// Written by `npm run generate` from spec/. Do not edit.
import { readBody } from "./answer.js";
import { retryRules } from "./retry.js";
/** Characters of one event: a server that never ends it must not fill the memory. */
export const maxEventLength = 16 * 1024 * 1024;
/** @param lastId the id that the connection continues after */
export function eventParser(lastId = '', retryMs) {
    // Removes a byte order mark, and waits for the rest of a character whose bytes come in two chunks.
    const decoder = new TextDecoder();
    const state = { lastId, retryMs };
    let unfinished = '';
    let endedInReturn = false;
    let length = 0;
    let name = '';
    let id = lastId;
    let data = [];
    function field(line) {
        const colon = line.indexOf(':');
        const key = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
        if (key === 'data')
            data.push(value);
        if (key === 'event')
            name = value;
        if (key === 'id' && !value.includes('\0'))
            id = value;
        if (key === 'retry' && /^\d+$/.test(value))
            state.retryMs = Math.min(Number(value), retryRules.maxReconnectMs);
    }
    function dispatched() {
        state.lastId = id;
        const found = { ...(id === '' ? {} : { id }), event: name || 'message', data: readBody(data.join('\n')) };
        const events = data.length > 0 ? [found] : [];
        name = '';
        data = [];
        length = 0;
        return events;
    }
    return {
        get lastId() {
            return state.lastId;
        },
        get retryMs() {
            return state.retryMs;
        },
        push(bytes) {
            const text = decoder.decode(bytes, { stream: true });
            if (text === '')
                return [];
            length += text.length;
            if (length > maxEventLength)
                return undefined;
            const lines = (endedInReturn && text[0] === '\n' ? text.slice(1) : text).split(/\r\n|\r|\n/);
            endedInReturn = text.endsWith('\r');
            lines[0] = unfinished + lines[0];
            unfinished = lines.pop() ?? '';
            return lines.flatMap((line) => {
                if (line !== '')
                    field(line);
                return line === '' ? dispatched() : [];
            });
        },
    };
}
