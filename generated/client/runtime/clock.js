// Written by `npm run generate` from spec/. Do not edit.
// The longest delay that timers support; a longer one would fire at once.
const maxTimerMs = 2 ** 31 - 1;
export const systemClock = {
    now: () => Date.now(),
    after(ms, act) {
        if (ms > maxTimerMs)
            return () => { };
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
    },
};
