// Written by `npm run generate` from spec/. Do not edit.
import { OnedoorError } from "./errors.js";
import { startTimeLimit, unlessEnded } from "./time-limit.js";
import { reasonOf } from "./transport.js";
/**
 * The next piece of a response that is read while it arrives. Throws `network` when the connection breaks, is silent
 * for longer than `timeoutMs`, or is ended by the caller's signal.
 */
export async function readPiece(transport, id, requestId, reader, options) {
    const { timeoutMs } = transport.limitsOf(options);
    const silence = startTimeLimit(transport.clock, timeoutMs, options.signal);
    try {
        return await unlessEnded(silence.signal, () => reader.read());
    }
    catch (cause) {
        throw lost(id, requestId, silence.isOver() ? `it was silent for ${timeoutMs} ms` : reasonOf(cause), cause);
    }
    finally {
        silence.stop();
    }
}
/** The error `network` for a response that ended too early. */
export function lost(operation, requestId, reason, cause) {
    return new OnedoorError(`${operation} lost its connection: ${reason}.`, {
        code: 'network',
        operation,
        requestId,
        cause,
    });
}
