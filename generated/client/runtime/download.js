// Written by `npm run generate` from spec/. Do not edit.
import { isSuccess } from "./answer.js";
import { readPiece } from "./pieces.js";
/**
 * The response with its body unread. Reading it rejects with `network` when the connection breaks, or is silent for
 * longer than `timeoutMs`, and with the signal's reason.
 */
export async function download(transport, id, operation, args = {}, options = {}) {
    const answer = await transport.send(id, operation, args, options, { accept: '*/*', opens: true });
    if (!isSuccess(answer))
        throw transport.errorOf(id, answer);
    const response = answer.body;
    const reader = response.body?.getReader();
    if (!reader)
        return response;
    const body = new ReadableStream({
        async pull(controller) {
            try {
                const { done, value } = await readPiece(transport, id, answer.requestId, reader, options);
                if (done)
                    controller.close();
                else
                    controller.enqueue(value);
            }
            catch (failure) {
                const reason = options.signal?.aborted ? options.signal.reason : failure;
                controller.error(reason);
                // This ends the request.
                await reader.cancel(reason).catch(() => { });
            }
        },
        cancel: (reason) => reader.cancel(reason),
    }, 
    // Nothing is read ahead: the limit is that of the server's silence, not of a slow reader.
    { highWaterMark: 0 });
    return new Response(body, response);
}
