// Written by `npm run generate` from spec/. Do not edit.
export function startTimeLimit(clock, timeoutMs, caller) {
    const end = new AbortController();
    let isOver = false;
    const endsAt = clock.now() + timeoutMs;
    const stopTimer = clock.after(timeoutMs, () => {
        isOver = true;
        end.abort();
    });
    const pass = () => end.abort();
    caller?.addEventListener('abort', pass);
    if (caller?.aborted)
        pass();
    return {
        signal: end.signal,
        endsAt,
        isOver: () => isOver,
        stop() {
            stopTimer();
            caller?.removeEventListener('abort', pass);
        },
    };
}
/** The work's outcome, or a rejection as soon as the signal fires, even if the work ignores it. */
export async function unlessEnded(signal, work) {
    if (!signal)
        return work();
    signal.throwIfAborted();
    let onEnd = () => { };
    const ended = new Promise((_, reject) => {
        onEnd = () => reject(signal.reason);
        signal.addEventListener('abort', onEnd);
    });
    try {
        return await Promise.race([work(), ended]);
    }
    finally {
        signal.removeEventListener('abort', onEnd);
    }
}
/** Resolves after this many milliseconds, or rejects as soon as the signal fires and clears its timer. */
export function pause(clock, ms, signal) {
    return unlessEnded(signal, () => new Promise((resolve) => {
        const stop = clock.after(ms, resolve);
        signal?.addEventListener('abort', stop, { once: true });
    }));
}
