// Written by `npm run generate` from spec/. Do not edit.
import { isSuccess } from "./answer.js";
/** The response with its body unread. */
export async function download(transport, id, operation, args = {}, options = {}) {
    const answer = await transport.send(id, operation, args, options, { accept: '*/*', opens: true });
    if (!isSuccess(answer))
        throw transport.errorOf(id, answer);
    return answer.body;
}
